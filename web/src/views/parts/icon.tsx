/** The few pictograms of the dashboard, drawn as strokes in the colour of the text around them. */

const PATHS = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  dash: "M6 12h12",
  clock: "M12 7v5l3 2M12 21a9 9 0 100-18 9 9 0 000 18z",
  spinner: "M12 3a9 9 0 109 9",
  alert: "M12 8v5M12 16.5v.01M10.3 4.2L2.6 17.5A2 2 0 004.3 20.5h15.4a2 2 0 001.7-3L13.7 4.2a2 2 0 00-3.4 0z",
  play: "M7 4.5l12 7.5-12 7.5z",
  stop: "M6 6h12v12H6z",
  again: "M4 12a8 8 0 0113.7-5.7L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 01-13.7 5.7L4 15.5M4 20v-4.5h4.5",
  link: "M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.3l-1 1M14 10a4 4 0 00-5.7 0l-3 3A4 4 0 0011 18.7l1-1",
  copy: "M9 9h10v11H9zM5 15V4h10",
  down: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  save: "M6 4h12v16l-6-4.5L6 20z",
  plus: "M12 5v14M5 12h14",
  search: "M11 18a7 7 0 100-14 7 7 0 000 14zM16.2 16.2L20.5 20.5",
  key: "M14.5 14.5a5 5 0 10-4.2-4.2L3.5 17v3.5H7l.5-2.5H10v-2.5l.8-.8M15.5 8.5v.01",
  people:
    "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2.5 20a6.5 6.5 0 0113 0M16 4.5a3.5 3.5 0 010 6M18 14.5a6.5 6.5 0 013.5 5.5",
  globe:
    "M12 21a9 9 0 100-18 9 9 0 000 18zM3.5 9.5h17M3.5 14.5h17M12 3c5 5.5 5 12.500 0 18M12 3c-5 5.500-5 12.500 0 18",
  heart: "M3 12h4l2.500-6 4.500 12 2.500-6H21",
  sun: "M12 16a4 4 0 100-8 4 4 0 000 8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
  moon: "M20 14.500A8.500 8.500 0 019.500 4a8.500 8.500 0 1010.500 10.500z",
  screen: "M3.500 5h17v11h-17zM9 20h6M12 16v4",
  chevron: "M9 6l6 6-6 6",
  out: "M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",
  trash: "M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13M10 11v5M14 11v5",
  edit: "M4 20h4L19.500 8.500l-4-4L4 16z",
  image: "M4 5h16v14H4zM4 16l5-5 5 5 2.500-2.500L20 17M15.500 9.500v.01",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 12h16M4 8.500h4M4 15.500h4M16 8.500h4M16 15.500h4",
  cloud: "M3 3l18 18M8 8.500A6 6 0 006 20h11M19.500 18.500A4 4 0 0017 11.500h-1A6 6 0 0011 7",
  book: "M4 5.500A2.500 2.500 0 016.500 3H20v15H6.500A2.500 2.500 0 004 20.500zM4 20.500A2.500 2.500 0 006.500 21H20v-3M8.500 7.500h7M8.500 11h5",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 017 0v3",
  text: "M5 7V5h14v2M12 5v14M9.500 19h5",
  shield: "M12 3l7.500 2.500V11c0 5-3.200 8-7.500 10-4.300-2-7.500-5-7.500-10V5.500zM8.500 12l2.500 2.500 4.500-5",
  gear: "M12 15.500a3.500 3.500 0 100-7 3.500 3.500 0 000 7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
  box: "M4 7.500l8-4 8 4v9l-8 4-8-4zM4 7.500l8 4 8-4M12 11.500v9",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, spin }: { name: IconName; spin?: boolean }) {
  return (
    <svg
      class={spin ? "icon spin" : "icon"}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
