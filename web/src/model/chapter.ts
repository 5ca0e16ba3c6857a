/** Which chapter of the documents tells of a page of the dashboard. */

const CHAPTERS: readonly [RegExp, string][] = [
  [/^\/projects\/[^/]+\/studio/, "studio/"],
  [/^\/projects\/[^/]+.*[?&]tab=suites/, "suites/"],
  [/^\/projects\/[^/]+.*[?&]tab=alerts/, "triage/#alerts"],
  [/^\/projects\/[^/]+.*[?&]tab=data/, "test-data/"],
  [/^\/projects\/[^/]+.*[?&]tab=baselines/, "cookbook/pictures/"],
  [/^\/projects\/[^/]+.*[?&]tab=files/, "cookbook/forms/#upload-a-file"],
  [/^\/procedures\/[^/]+.*[?&]tab=doubt/, "doubt/"],
  [/^\/projects/, "tutorial/"],
  [/^\/procedures/, "suites/#save-tests-first"],
  [/^\/suites/, "suites/"],
  [/^\/batches/, "suites/#many-runs-of-one-test"],
  [/^\/runs\/[^/]+/, "triage/"],
  [/^\/runs/, "troubleshooting/"],
  [/^\/phrases/, "language/"],
  [/^\/shared/, "sharing/"],
  [/^\/settings\/(sign-in|services|members)/, "sign-in/"],
  [/^\/settings\/keys/, "sharing/#give-access-to-a-pipeline"],
  [/^\/settings\/(evidence|activity)/, "secrets/"],
  [/^\/settings\/(appliance|doctor|health)/, "operating/"],
  [/^\/settings/, "settings/"],
];

/** `address` is the path with what follows it; the first page of the documents where nothing fits. */
export function chapter(address: string): string {
  return `/docs/${CHAPTERS.find(([pages]) => pages.test(address))?.[1] ?? "start/"}`;
}
