/** What the browser showed: live while the run goes on, then picture by picture or as the film. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { RunDetail } from "../../channel/api";
import { ago, pathOf } from "../../model/format";
import type { LiveRun } from "../../model/live_run";
import { type Frame, frameOf, marksOn, type Step, TERMINAL } from "../../model/run";
import { words } from "../../words";
import { now } from "../parts/clock";
import { type Loaded, Show } from "../parts/loaded";
import { State } from "../parts/parts";
import { useQuery } from "../parts/query";
import { Marks, type Take } from "./candidates";
import { Compare } from "./compare";
import { type LastPass, pictureThen } from "./last_pass";
import { MailShown } from "./mail_shown";
import { Provenance } from "./provenance";
import { traceAt } from "./trace";
import "./stage.css";

const VIEWS = ["pictures", "video", "before"] as const;

type Shown = {
  live: LiveRun;
  run: RunDetail;
  steps: Step[];
  frames: Frame[];
  chosen: Step | null;
  before: Loaded<LastPass>;
  /** What taking a candidate of the chosen step does. */
  take: Take;
};

export function Stage({ live, run, steps, frames, chosen, before, take }: Shown) {
  const { query, href } = useQuery();
  const ended = TERMINAL.has(run.status);
  const views = VIEWS.filter((each) => each !== "video" || run.videoUrl !== null);
  const view = views.find((each) => each === query.view) ?? "pictures";
  const asked = frames.find((frame) => frame.key === query.picture);
  const frame = asked ?? (chosen ? frameOf(chosen, frames) : (frames.at(-1) ?? null));
  return (
    <section class="card stage" aria-label={words.run.stage}>
      <div class="card-head">
        <h2>{ended ? (chosen ? words.run.stepNumber(chosen.index + 1) : words.run.stage) : words.run.live}</h2>
        {chosen?.url && <span class="faint mono">{pathOf(chosen.url)}</span>}
        {ended && (
          <nav class="segments push" aria-label={words.run.stage}>
            {views.map((each) => (
              <a
                key={each}
                href={href(each === "pictures" ? { view: null } : { view: each, picture: null })}
                aria-current={each === view ? "true" : undefined}
              >
                {words.run.views[each]}
              </a>
            ))}
          </nav>
        )}
      </div>
      {!ended ? (
        <Live live={live} status={run.status} />
      ) : view === "video" ? (
        <Film url={run.videoUrl ?? ""} steps={steps} chosen={chosen} />
      ) : view === "before" ? (
        <Before of={before} step={chosen} frame={frame} />
      ) : (
        <Picture frame={frame} step={chosen} take={take} />
      )}
      {ended && view !== "video" && frames.length > 1 && <Strip frames={frames} steps={steps} shown={frame} />}
      {chosen?.details.mail && <MailShown mail={chosen.details.mail} />}
      {chosen && <Provenance step={chosen} snapshot={ended ? traceAt(run.traceUrl, steps, chosen) : null} />}
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
          title={status === "pending" ? words.run.notItsTurn : words.run.noPictureYet}
        />
      )}
    </div>
  );
}

/** The chosen step beside itself in the last run that passed. */
function Before({ of, step, frame }: { of: Loaded<LastPass>; step: Step | null; frame: Frame | null }) {
  return (
    <Show of={of} rows={3}>
      {(pass) => {
        const then = pass.run && step ? pictureThen(pass, step) : null;
        if (pass.run === null || step === null || frame === null || then === null)
          return <State icon="image" title={pass.run === null ? words.run.neverPassed : words.run.notThen} />;
        return (
          <div class="card-body">
            <Compare
              first="slider"
              of={{
                before: { url: then.url, name: words.run.lastPass(ago(pass.run.createdAt, now.value)) },
                after: { url: frame.url, name: words.run.thisRun },
                about: step.sentence,
              }}
            />
          </div>
        );
      }}
    </Show>
  );
}

function Picture({ frame, step, take }: { frame: Frame | null; step: Step | null; take: Take }) {
  if (frame === null)
    return (
      <div class="screen">
        <State icon="image" title={words.run.noPicture} />
      </div>
    );
  const marks = step ? marksOn(step, frame) : [];
  return (
    <div class="screen">
      <div class={marks.length > 0 ? "marked" : undefined}>
        <a href={frame.url} target="_blank" rel="noreferrer" aria-label={words.run.openPicture}>
          <img src={frame.url} alt={words.run.pictureOf(step?.sentence ?? frame.kind)} />
        </a>
        <Marks places={marks} says={step?.failure?.candidates ?? []} take={take} />
      </div>
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
