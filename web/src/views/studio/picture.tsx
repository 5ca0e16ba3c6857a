/** The live page: a picture that takes the mouse and the keyboard, with frames around what is spoken of. */
import { useEffect, useRef } from "preact/hooks";
import type { Box, Button, State } from "../../channel/studio";
import { keyed } from "../../model/pressed";
import { percent, type Studio } from "../../model/studio";
import { words } from "../../words";
import { Icon } from "../parts/icon";

const REST_MS = 160;
const TWICE_MS = 400;

export type Mode = "use" | "point";

/** `onPoint`: whether something was pointed at. `pinned`: it stays what is spoken of, wherever the mouse goes. */
type Pointing = { studio: Studio; mode: Mode; onPoint: (at: boolean) => void; pinned: boolean };

export function Picture({ studio, mode, onPoint, pinned }: Pointing) {
  const screen = useRef<HTMLCanvasElement>(null);
  const state = studio.state.value;
  const jpeg = studio.picture.value;
  useEffect(() => {
    if (jpeg === null) return;
    let current = true;
    void createImageBitmap(jpeg).then((bitmap) => {
      const canvas = screen.current;
      if (current && canvas) {
        if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
          canvas.width = bitmap.width;
          canvas.height = bitmap.height;
        }
        canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      }
      bitmap.close();
    });
    return () => {
      current = false;
    };
  }, [jpeg]);
  if (state === null) return <div class="live-page empty" />;
  return (
    <div class="live-page" style={{ aspectRatio: `${state.width} / ${state.height}`, maxWidth: `${state.width}px` }}>
      <Surface studio={studio} state={state} mode={mode} onPoint={onPoint} pinned={pinned} />
      <canvas ref={screen} width={state.width} height={state.height} />
      <Frames studio={studio} state={state} />
      {state.busy !== "" && (
        <div class="live-busy">
          <Icon name="spinner" spin />
          {state.busy}…
        </div>
      )}
    </div>
  );
}

function Surface({ studio, state, mode, onPoint, pinned }: Pointing & { state: State }) {
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  const last = useRef({ at: 0, x: 0, y: 0, count: 0 });
  useEffect(() => () => void (rest.current !== null && clearTimeout(rest.current)), []);

  const place = (event: MouseEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * state.width;
    const y = ((event.clientY - box.top) / box.height) * state.height;
    return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
  };
  const button = (event: MouseEvent): Button => (event.button === 2 ? "right" : "left");
  const pointSoon = (spot: { x: number; y: number }) => {
    if (rest.current !== null) clearTimeout(rest.current);
    rest.current = setTimeout(() => studio.ask({ type: "point", ...spot }), REST_MS);
  };
  const still = () => {
    if (rest.current !== null) clearTimeout(rest.current);
  };

  return (
    <div
      class="live-surface"
      role="application"
      aria-label={words.studio.picture}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page in the picture is used by mouse and keyboard
      tabIndex={0}
      onPointerMove={(event) => {
        const spot = place(event);
        if (mode === "use") studio.ask({ type: "move", ...spot });
        if (!pinned) pointSoon(spot);
      }}
      onPointerLeave={still}
      onPointerDown={(event) => {
        event.currentTarget.focus();
        event.preventDefault();
        still();
        const spot = place(event);
        if (mode === "point") {
          studio.ask({ type: "point", ...spot });
          onPoint(true);
          return;
        }
        onPoint(false);
        event.currentTarget.setPointerCapture(event.pointerId);
        const before = last.current;
        const near = Math.abs(before.x - spot.x) + Math.abs(before.y - spot.y) < 6;
        const count = near && event.timeStamp - before.at < TWICE_MS ? Math.min(before.count + 1, 3) : 1;
        last.current = { at: event.timeStamp, ...spot, count };
        studio.ask({ type: "down", ...spot, button: button(event), count });
      }}
      onPointerUp={(event) => {
        if (mode === "use")
          studio.ask({ type: "up", ...place(event), button: button(event), count: Math.max(1, last.current.count) });
      }}
      onContextMenu={(event) => event.preventDefault()}
      onWheel={(event) => {
        event.preventDefault();
        studio.ask({ type: "wheel", ...place(event), dx: event.deltaX, dy: event.deltaY });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.shiftKey) {
          event.currentTarget.blur();
          return;
        }
        const asked = keyed(event);
        if (asked === null) return;
        event.preventDefault();
        event.stopPropagation();
        studio.ask(asked);
      }}
      onPaste={(event) => {
        const text = event.clipboardData?.getData("text") ?? "";
        event.preventDefault();
        if (text !== "") studio.ask({ type: "text", text: text.slice(0, 4000) });
      }}
    />
  );
}

/** What a sentence would act on is framed, what else was close thinly. */
function Frames({ studio, state }: { studio: Studio; state: State }) {
  const tried = studio.tried.value;
  const named = studio.named.value;
  return (
    <>
      {tried?.near.map((box) => (
        <Frame key={box.join()} kind="near" box={box} state={state} />
      ))}
      {tried?.box && <Frame kind="meant" box={tried.box} state={state} />}
      {tried === null && named?.box && <Frame kind="named" box={named.box} state={state} />}
    </>
  );
}

function Frame({ kind, box, state }: { kind: "near" | "meant" | "named"; box: Box; state: State }) {
  const [x, y, width, height] = box;
  return (
    <div
      class={`live-frame ${kind}`}
      style={{
        left: percent(x, state.width),
        top: percent(y, state.height),
        width: percent(width, state.width),
        height: percent(height, state.height),
      }}
    />
  );
}
