/** What the browser showed: live while the run goes on, then picture by picture or as the film. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { RunDetail } from "../../channel/api";
import { pathOf } from "../../model/format";
import type { LiveRun } from "../../model/live_run";
import { type Frame, frameOf, type Step, TERMINAL } from "../../model/run";
import { words } from "../../words";
import { State } from "../parts/parts";
import { useQuery } from "../parts/query";
import "./stage.css";

type Shown = { live: LiveRun; run: RunDetail; steps: Step[]; frames: Frame[]; chosen: Step | null };

export function Stage({ live, run, steps, frames, chosen }: Shown) {
  const { query, href } = useQuery();
  const ended = TERMINAL.has(run.status);
  const film = query.view === "video" && run.videoUrl !== null;
  const asked = frames.find((frame) => frame.key === query.picture);
  const frame = asked ?? (chosen ? frameOf(chosen, frames) : (frames.at(-1) ?? null));
  return (
    <section class="card stage" aria-label={words.run.stage}>
      <div class="card-head">
        <h2>{ended ? (chosen ? words.run.stepNumber(chosen.index + 1) : words.run.stage) : words.run.live}</h2>
        {chosen?.url && <span class="faint mono">{pathOf(chosen.url)}</span>}
        {ended && run.videoUrl !== null && (
          <nav class="segments push" aria-label={words.run.stage}>
            <a href={href({ view: null })} aria-current={film ? undefined : "true"}>
              {words.run.pictures}
            </a>
            <a href={href({ view: "video", picture: null })} aria-current={film ? "true" : undefined}>
              {words.run.video}
            </a>
          </nav>
        )}
      </div>
      {!ended ? (
        <Live live={live} status={run.status} />
      ) : film ? (
        <Film url={run.videoUrl ?? ""} steps={steps} chosen={chosen} />
      ) : (
        <Picture frame={frame} step={chosen} />
      )}
      {ended && !film && frames.length > 1 && <Strip frames={frames} steps={steps} shown={frame} />}
      {chosen && <Provenance step={chosen} />}
    </section>
  );
}

function Live({ live, status }: { live: LiveRun; status: RunDetail["status"] }) {
  const jpeg = live.picture.value;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (jpeg === null) return;
    const made = URL.createObjectURL(jpeg);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [jpeg]);
  return (
    <div class="screen">
      {address ? (
        <img src={address} alt={words.run.livePicture} />
      ) : (
        <State
          icon={status === "pending" ? "clock" : "screen"}
          title={status === "pending" ? words.run.waiting : words.run.noPictureYet}
        />
      )}
    </div>
  );
}

function Picture({ frame, step }: { frame: Frame | null; step: Step | null }) {
  if (frame === null)
    return (
      <div class="screen">
        <State icon="image" title={words.run.noPicture} />
      </div>
    );
  return (
    <div class="screen">
      <a href={frame.url} target="_blank" rel="noreferrer" aria-label={words.run.openPicture}>
        <img src={frame.url} alt={words.run.pictureOf(step?.sentence ?? frame.kind)} />
      </a>
    </div>
  );
}

/** The film seeks the chosen step; as it plays, the step that is shown becomes the chosen one. */
function Film({ url, steps, chosen }: { url: string; steps: Step[]; chosen: Step | null }) {
  const video = useRef<HTMLVideoElement>(null);
  const { put } = useQuery();
  const told = useRef<number | null>(null);
  const index = chosen?.index ?? null;
  useEffect(() => {
    if (index === null || told.current === index || !video.current) return;
    told.current = index;
    video.current.currentTime = (steps.find((step) => step.index === index)?.startedAtMs ?? 0) / 1000;
  }, [index, steps]);
  const follow = () => {
    if (!video.current || video.current.paused) return;
    const at = video.current.currentTime * 1000;
    const step = steps.findLast((each) => each.result !== "skipped" && each.startedAtMs <= at);
    if (step === undefined || step.index === told.current) return;
    told.current = step.index;
    put({ step: `${step.index + 1}` });
  };
  return (
    <div class="screen">
      {/* biome-ignore lint/a11y/useMediaCaption: the film of a browser window has no sound */}
      <video ref={video} src={url} controls preload="auto" aria-label={words.run.video} onTimeUpdate={follow} />
    </div>
  );
}

function Strip({ frames, steps, shown }: { frames: Frame[]; steps: Step[]; shown: Frame | null }) {
  const { href } = useQuery();
  const strip = useRef<HTMLDivElement>(null);
  const key = shown?.key;
  useEffect(() => {
    const item = strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (item && strip.current)
      strip.current.scrollLeft = item.offsetLeft - strip.current.clientWidth / 2 + item.offsetWidth / 2;
  }, [key]);
  return (
    <div class="strip" ref={strip} style={{ position: "relative" }}>
      {frames.map((frame) => {
        const step = steps.find((each) => each.index === frame.stepIndex);
        const label = frame.stepIndex === null ? words.run.end : words.run.stepNumber(frame.stepIndex + 1);
        return (
          <a
            key={frame.key}
            class={step?.result === "failed" ? "failed" : undefined}
            href={href({ picture: frame.key, step: frame.stepIndex === null ? null : `${frame.stepIndex + 1}` })}
            aria-current={frame.key === key ? "true" : undefined}
            aria-label={label}
          >
            <img src={frame.url} alt="" loading="lazy" />
            <span>{frame.stepIndex === null ? words.run.end : frame.stepIndex + 1}</span>
          </a>
        );
      })}
    </div>
  );
}

function Provenance({ step }: { step: Step }) {
  const facts: [string, string][] = [
    [words.run.readAs, step.rule && `${step.rule} (${words.source[step.source] ?? step.source})`],
    [words.run.foundBy, step.found ? [step.found.rung, step.found.reason].filter(Boolean).join(", ") : ""],
    [words.run.locator, step.found?.locator ?? ""],
  ];
  const told = facts.filter(([, value]) => value !== "");
  if (told.length === 0) return null;
  return (
    <dl class="provenance">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={name === words.run.locator ? "mono" : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
