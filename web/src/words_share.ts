/** The words of sharing: one run for somebody without an account; part of `words`. Decides nothing. */
import { some } from "./words_run";

export const ofSharing = {
  share: {
    title: "Share this run",
    action: "Share",
    text: "Whoever has the link sees the report, the steps, the pictures and the video of this run, and nothing else.",
    make: "Make a link",
    link: "Link to this run",
    once: "It is shown only now.",
    lasts: "Can be opened for",
    days: (days: number) => some(days, "day", "days"),
    open: "Links that can be opened",
    until: "Until",
    by: "Made by",
    withdraw: "Withdraw",
    film: "Video",
    steps: "Steps",
    picture: (step: number) => `The page at step ${step}`,
    lastPage: "The last page",
    report: "The whole report",
  },
};
