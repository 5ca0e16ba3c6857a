/** The words of alerts: who is told what turned red or green; part of `words`. Decides nothing. */
import type { Alert, AlertTarget } from "./channel/api";

export const ofAlerts = {
  alert: {
    all: "Who is told",
    create: "Tell somebody",
    edit: "Edit who is told",
    name: "Name",
    namePlaceholder: "The team's channel",
    kind: "How",
    kinds: { mail: "Mail", webhook: "Webhook", slack: "Slack", teams: "Teams" } satisfies Record<
      AlertTarget["kind"],
      string
    >,
    occasion: "Of what",
    occasions: { change: "What turns red or green", failure: "Each failure" } satisfies Record<
      AlertTarget["on"],
      string
    >,
    place: "Where",
    quiet: "Quiet hours",
    state: "State",
    on: "On",
    paused: "Paused",
    pause: "Paused: nothing is sent",
    none: "Nobody is told yet",
    noneText:
      "Somebody can be told when a suite, or a test that is run by itself, turns red or green: once, not every time.",
    noneForMembers: "Owners and admins say who is told when a suite or a test turns red or green.",
    to: "Addresses",
    toHint: "Several with commas. The operator names the mail server.",
    url: "Address",
    urlHint: {
      webhook: "JSON is posted to it, signed with a secret that is shown once.",
      slack: "An incoming webhook of Slack, or of what reads the same.",
      teams: "A webhook of a Teams workflow; an adaptive card is posted to it.",
    } satisfies Record<Exclude<AlertTarget["kind"], "mail">, string>,
    stays: (place: string) => `Left empty it stays as it is: ${place}.`,
    quietFrom: "Quiet from",
    quietTo: "Quiet until",
    timezone: "Time zone",
    quietHours: (begin: string, end: string, zone: string) => `${begin} to ${end}, ${zone}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: "Nothing is sent there any more, and what was sent is no longer listed.",
    secret: "Secret of the webhook",
    secretText: "The header X-QA-Appliance-Signature is made with it. It is shown only now.",
    secretCopied: "The secret is copied.",
    test: "Test",
    testNamed: (name: string) => `Send a test to ${name}`,
    arrived: "It was taken.",
    notSent: (problem: string) => `It was not sent. ${problem}`,
    log: "What was sent",
    nothingSent: "Nothing was sent yet",
    nothingSentText: "A change is told, from red to green or from green to red, unless each failure is wanted.",
    at: "When",
    what: "What happened",
    told: "Told",
    came: "Came of it",
    tried: "A test",
    turned: {
      passed: (name) => `${name} passes again`,
      failed: (name) => `${name} fails`,
    } satisfies Record<Alert["news"]["verdict"], (name: string) => string>,
    sent: "Sent",
    givenUp: "Not sent",
    again: "Next try",
  },
};
