/** How a baseline is compared: how much may differ, and the areas that are not looked at, drawn or typed. */
import { useState } from "preact/hooks";
import { api, type Baseline, type Mask } from "../../channel/api";
import { words } from "../../words";
import { Dialog, useActing } from "../parts/acting";
import { Form } from "../parts/form";
import { Icon } from "../parts/icon";
import { Tool } from "../parts/listed";
import { Field, Scroll } from "../parts/parts";
import "./comparison.css";

const SIDES = ["x", "y", "width", "height"] as const;
const LEAST = 4; // pixels; what is smaller was a click
const FRESH = 100; // pixels of an area that is added without drawing

type Point = { x: number; y: number };

export function Comparison({
  projectId,
  baseline,
  name,
  onClose,
}: {
  projectId: string;
  baseline: Baseline;
  name: string;
  onClose: () => void;
}) {
  const [threshold, setThreshold] = useState(`${baseline.threshold}`);
  const [areas, setAreas] = useState<Mask[]>(baseline.masks);
  const acting = useActing();
  const put = (at: number, changes: Partial<Mask>) =>
    setAreas(areas.map((area, index) => (index === at ? { ...area, ...changes } : area)));
  return (
    <Dialog title={words.comparison.title(name)} wide onClose={onClose}>
      <div class="comparison card-body">
        <Picture baseline={baseline} name={name} areas={areas} onDraw={(area) => setAreas([...areas, area])} />
        <Form
          action={words.act.save}
          acting={acting}
          fields={["threshold"]}
          send={async () => {
            await api.changeBaseline(projectId, baseline.id, { threshold: Number(threshold), masks: areas });
            onClose();
          }}
        >
          <Field
            label={words.comparison.threshold}
            hint={words.comparison.thresholdHint}
            wrong={acting.problem?.about("threshold")}
            type="number"
            required
            min={0}
            max={100}
            step="any"
            value={threshold}
            onInput={({ currentTarget }) => setThreshold(currentTarget.value)}
          />
          <div>
            <h3>{words.comparison.areas}</h3>
            <p class="faint">{words.comparison.areasHint}</p>
          </div>
          {areas.map((area, at) => (
            <fieldset key={at} class="area">
              <legend>{words.comparison.area(at + 1)}</legend>
              {SIDES.map((side) => (
                <Field
                  key={side}
                  label={words.comparison.side[side]}
                  type="number"
                  required
                  min={0}
                  max={100_000}
                  step="any"
                  value={area[side]}
                  onInput={({ currentTarget }) => put(at, { [side]: currentTarget.valueAsNumber || 0 })}
                />
              ))}
              <Tool
                icon="trash"
                label={words.comparison.removeArea(at + 1)}
                onClick={() => setAreas(areas.filter((_, index) => index !== at))}
              />
            </fieldset>
          ))}
          <div>
            <button
              type="button"
              class="button small"
              onClick={() => setAreas([...areas, { x: 0, y: 0, width: FRESH, height: FRESH }])}
            >
              <Icon name="plus" />
              {words.comparison.add}
            </button>
          </div>
        </Form>
      </div>
    </Dialog>
  );
}

/** The picture with its areas on it. Drawn with mouse or pen: a finger scrolls. */
function Picture({
  baseline,
  name,
  areas,
  onDraw,
}: {
  baseline: Baseline;
  name: string;
  areas: Mask[];
  onDraw: (area: Mask) => void;
}) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [from, setFrom] = useState<Point | null>(null);
  const [to, setTo] = useState<Point | null>(null);
  const drawn = from && to && spanned(from, to);
  const here = (event: PointerEvent): Point => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const part = (at: number, length: number) => Math.min(1, Math.max(0, at / length));
    return {
      x: Math.round(part(event.clientX - box.left, box.width) * size.width),
      y: Math.round(part(event.clientY - box.top, box.height) * size.height),
    };
  };
  const place = (area: Mask) => ({
    left: `${(100 * area.x) / size.width}%`,
    top: `${(100 * area.y) / size.height}%`,
    width: `${(100 * area.width) / size.width}%`,
    height: `${(100 * area.height) / size.height}%`,
  });
  return (
    <Scroll kind="picture" label={name}>
      <div
        class="canvas"
        onPointerDown={(event) => {
          if (event.pointerType === "touch" || event.button !== 0 || size.width === 0) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(here(event));
          setTo(null);
        }}
        onPointerMove={(event) => from && setTo(here(event))}
        onPointerUp={() => {
          if (drawn && drawn.width >= LEAST && drawn.height >= LEAST) onDraw(drawn);
          setFrom(null);
        }}
        onPointerCancel={() => setFrom(null)}
      >
        <img
          src={baseline.url}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget: picture }) =>
            setSize({ width: picture.naturalWidth, height: picture.naturalHeight })
          }
        />
        {size.width > 0 &&
          areas.map((area, at) => (
            <span key={at} class="left-out" style={place(area)}>
              <b>{at + 1}</b>
            </span>
          ))}
        {size.width > 0 && drawn && <span class="left-out" style={place(drawn)} />}
      </div>
    </Scroll>
  );
}

function spanned(from: Point, to: Point): Mask {
  return {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  };
}
