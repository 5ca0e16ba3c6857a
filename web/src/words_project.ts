/** The words of a project's files and of how its baselines are compared with; part of `words`. Decides nothing. */

export const ofProjects = {
  badge: {
    title: "Badge",
    text: "A picture of the newest verdict, for a README or a wiki. Its link shows the name and the verdict, and nothing else.",
    markdown: "Markdown",
    copied: "The badge's line is copied",
  },
  inbox: {
    title: "Mail for tests",
    account: "Where the application hands in its mail",
    server: "Server (SMTP)",
    user: "User",
    password: "Password",
    closedText:
      "Have the application under test send its mail there. Tests write: wait for the mail to ada@example.test, then open the link “Confirm” in the mail, or enter the code from the mail into Code.",
    openText:
      "Have the application under test send its mail there; it may leave out user and password. Tests write: wait for the mail to ada@example.test, then open the link “Confirm” in the mail.",
    off: "The appliance takes no mail",
    offText: "Its operator can have it do so with --inbox-port 2525.",
    mail: "The mail",
    from: "From",
    to: "To",
    subject: "Subject",
    when: "Came",
    link: (words: string) => `Link “${words}”`,
    attachments: "Attachments",
  },
  files: {
    store: "Store files",
    storing: (name: string) => `Storing ${name}`,
    stored: (names: string[]) => (names.length === 1 ? `${names[0]} is stored` : `${names.length} files are stored`),
    drop: "Drop files to store them",
    folder: (name: string) => `${name} is a folder: drop the files in it.`,
    tooLarge: (name: string, most: string) => `${name} is larger than ${most}, the most a stored file may have.`,
    name: "Name",
    size: "Size",
    when: "Stored",
    none: "No files yet",
    noneText: "A test uploads them by their names: upload “cv.pdf” to Attachment.",
    text: (most: string) =>
      `Tests upload them by their names: upload “cv.pdf” to Attachment. Up to ${most} each; a file of the same name is replaced.`,
    download: (name: string) => `Download ${name}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: "Tests that upload it fail until a file of this name is stored again.",
  },
  comparison: {
    edit: (name: string) => `Edit how ${name} is compared`,
    title: (name: string) => `How ${name} is compared`,
    threshold: "Differing pixels allowed, in percent",
    thresholdHint: "0 is none at all.",
    areas: "Areas that are not looked at",
    areasHint: "Draw them on the picture with the mouse, or add one and type its place, in pixels.",
    add: "Add an area",
    area: (number: number) => `Area ${number}`,
    removeArea: (number: number) => `Remove area ${number}`,
    side: { x: "From the left", y: "From the top", width: "Width", height: "Height" },
    told: (threshold: number, areas: number) =>
      `${threshold} % may differ${areas === 0 ? "" : areas === 1 ? " · 1 area left out" : ` · ${areas} areas left out`}`,
  },
};
