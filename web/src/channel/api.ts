/** Every call the dashboard makes, typed by the appliance's own OpenAPI document. Raises `Refusal`. */
import createClient from "openapi-fetch";
import type { Period } from "../model/period";
import { authorized, Refusal } from "../transport/http";
import type { components, paths } from "./schema";

export { EVIDENCE_KINDS } from "./schema";

type Shapes = components["schemas"];
export type Session = Shapes["SessionAnswer"];
export type Project = Shapes["Project"];
export type RunSummary = Shapes["RunSummary"];
export type RunDetail = Shapes["RunDetail"];
export type StepRecord = Shapes["StepRecord"];
export type Failure = Shapes["Failure"];
export type FailureClass = Shapes["Classified"]["kind"];
export type Picture = Shapes["Picture"];
export type NetworkEvent = Shapes["NetworkEvent"];
export type Exchange = Shapes["Exchange"];
export type WholeExchange = Shapes["WholeExchange"];
export type ConsoleEvent = Shapes["ConsoleEvent"];
export type Violation = Shapes["Violation"];
export type Timings = Shapes["Timings"];
export type DownloadedFile = Shapes["DownloadedFile"];
export type VisualResult = Shapes["VisualResult"];
export type RunsQuery = {
  before?: string;
  limit?: string;
  status?: RunSummary["status"] | "";
  overall?: NonNullable<RunSummary["overallStatus"]> | "";
  q?: string;
  procedure?: string;
  tag?: string;
  environment?: string;
  failure?: FailureClass | "";
  since?: string;
  until?: string;
};
export type Demo = NonNullable<Shapes["DemoAnswer"]["demo"]>;
export type Permission = Shapes["Permission"];
export type Account = Shapes["ProjectAccount"];
export type Variable = Shapes["Variable"];
export type DataTable = Shapes["DataTable"];
export type PageName = Shapes["PageName"];
export type Family = Shapes["FamilyShown"];
export type ActiveGroup = Shapes["ActiveGroup"];
export type Batch = Shapes["Batch"];
export type BatchKind = Batch["kind"];
export type BatchBody = Shapes["BatchBody"];
export type FanKind = BatchBody["kind"];
export type Doubt = Shapes["Doubt"];
export type Trial = Shapes["Trial"];
export type Suite = Shapes["SuiteShown"];
export type SuiteBody = Shapes["SuiteBody"];
export type SuiteRun = Shapes["EndedSuiteRun"];
export type Schedule = Shapes["ScheduleShown"];
export type Triage = Shapes["Triage"];
export type Alert = Shapes["Alert"];
export type AlertTarget = Shapes["AlertTarget"];
export type Tracker = Shapes["Tracker"];
export type Filed = { issue: Shapes["FiledIssue"] | null; tracker: Tracker | null };
export type SharedRun = Shapes["SharedRun"];
export type Remark = Shapes["Remark"];
export type KnownBody = Shapes["KnownBody"];
export type Procedure = Shapes["Procedure"];
export type Plan = Shapes["PlanAnswer"];
export type Offer = Shapes["Offer"];
export type Gap = Shapes["Gap"];
export type Ambiguity = Shapes["Ambiguity"];
export type Environment = Shapes["Environment"];
export type EnvironmentBody = Shapes["EnvironmentBody"];
export type Key = Shapes["Key"];
export type Minted = Shapes["Minted"];
export type Member = Shapes["Member"];
export type Invited = Shapes["Invited"];
export type Added = Shapes["AddedAnswer"];
export type Baseline = Shapes["BaselineView"];
export type Mask = Shapes["Mask"];
export type StoredFile = Shapes["File"];
export type Phrase = Shapes["PhraseShown"];
export type Heal = Shapes["Heal"];
export type ModelCall = Shapes["ModelCall"];
export type Appliance = Shapes["ApplianceFacts"];
export type DoctorCheck = Shapes["Check"];
export type Organization = Shapes["OrganizationAnswer"];
export type Role = Session["role"];
export type Expectation = "pass" | "fail" | "unknown";
export type ExportFormat = "playwright-ts" | "playwright-python";

export const client = createClient<paths>({ baseUrl: "/", fetch: authorized });

type Answer<T> = { data?: T; error?: unknown; response: Response };

export async function ask<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await request;
  if (response.ok) return data as T;
  throw refusal(response.status, error);
}

function refusal(status: number, error: unknown): Refusal {
  const body = (typeof error === "object" && error !== null ? error : {}) as Partial<Shapes["ErrorBody"]>;
  const issues = body.issues ?? [];
  const said = issues.length > 0 ? issues.map((issue) => issue.message).join(" ") : body.error;
  return new Refusal(status, said ?? `The appliance answered ${status}.`, body.code, issues, body.upgradeUrl);
}

export const at = (id: string) => ({ params: { path: { id } } });

export const api = {
  needsSetup: async () => (await ask(client.GET("/api/setup"))).needsSetup,
  setUp: (body: Shapes["SetupBody"]) => ask(client.POST("/api/setup", { body })),
  signIn: (body: Shapes["SignInBody"]) => ask(client.POST("/api/session", { body })),
  provider: async () => (await ask(client.GET("/api/session/provider"))).provider,
  refresh: () => ask(client.POST("/api/session/refresh")),
  enterBy: (entry: string) => ask(client.POST("/api/session/entry", { body: { entry } })),
  switchTo: (organizationId: string) => ask(client.POST("/api/session/organization", { body: { organizationId } })),
  signOut: () => ask(client.DELETE("/api/session")),
  accept: (token: string, body: Shapes["AcceptBody"]) =>
    ask(client.POST("/api/invitations/{token}", { params: { path: { token } }, body })),

  projects: async () => (await ask(client.GET("/api/projects"))).projects,
  project: async (id: string) => (await ask(client.GET("/api/projects/{id}", at(id)))).project,
  createProject: async (body: Shapes["ProjectBody"]) => (await ask(client.POST("/api/projects", { body }))).project,
  changeProject: async (id: string, body: Shapes["ProjectChange"]) =>
    (await ask(client.PATCH("/api/projects/{id}", { ...at(id), body }))).project,
  archiveProject: (id: string) => ask(client.DELETE("/api/projects/{id}", at(id))),
  projectRuns: async (id: string, limit: number) =>
    (await ask(client.GET("/api/projects/{id}/runs", { params: { path: { id }, query: { limit: `${limit}` } } }))).runs,

  demo: async () => (await ask(client.GET("/api/demo"))).demo,
  permission: (id: string) => ask(client.GET("/api/projects/{id}/permission", at(id))),
  names: async (id: string) => (await ask(client.GET("/api/projects/{id}/names", at(id)))).names,
  phrases: async () => (await ask(client.GET("/api/phrases"))).families,

  plan: async (projectId: string, description: string) =>
    (await ask(client.POST("/api/plan", { body: { projectId, description } }))) as Plan,
  offers: (projectId: string, description: string) =>
    ask(client.POST("/api/plan/offers", { body: { projectId, description } })),
  trigger: (body: Shapes["TriggerBody"]) => ask(client.POST("/api/runs/trigger", { body })),
  runs: async (limit: number) =>
    (await ask(client.GET("/api/runs", { params: { query: { limit: `${limit}` } } }))).runs,
  /** A page of the runs of one project, or of all (`projectId` empty). */
  runsPage: (projectId: string, query: RunsQuery) =>
    projectId === ""
      ? ask(client.GET("/api/runs", { params: { query } }))
      : ask(client.GET("/api/projects/{id}/runs", { params: { path: { id: projectId }, query } })),
  run: async (id: string) => (await ask(client.GET("/api/runs/{id}", at(id)))).run as RunDetail,
  active: async () => (await ask(client.GET("/api/runs/active"))).groups,
  requests: (id: string) => ask(client.GET("/api/runs/{id}/requests", at(id))),
  request: async (id: string, number: number) =>
    (await ask(client.GET("/api/runs/{id}/requests/{number}", { params: { path: { id, number: `${number}` } } })))
      .request,
  modelCalls: (id: string) => ask(client.GET("/api/runs/{id}/model", at(id))),
  rewording: (id: string) => ask(client.GET("/api/runs/{id}/rewording", at(id))),
  cancel: (id: string) => ask(client.POST("/api/runs/{id}/cancel", at(id))),

  shares: async (runId: string) => (await ask(client.GET("/api/runs/{id}/shares", at(runId)))).shares,
  share: (runId: string, days: number) => ask(client.POST("/api/runs/{id}/shares", { ...at(runId), body: { days } })),
  withdrawShare: (runId: string, shareId: string) =>
    ask(client.DELETE("/api/runs/{id}/shares/{share_id}", { params: { path: { id: runId, share_id: shareId } } })),
  shared: async (token: string) =>
    (await ask(client.GET("/api/shared/{token}", { params: { path: { token } } }))).run as SharedRun,

  alertTargets: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/alerts", at(projectId)))).targets as AlertTarget[],
  alertLog: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/alerts/log", at(projectId)))).alerts as Alert[],
  createAlertTarget: (projectId: string, body: Shapes["AlertTargetBody"]) =>
    ask(client.POST("/api/projects/{id}/alerts", { ...at(projectId), body })),
  changeAlertTarget: (id: string, body: Shapes["AlertTargetChange"]) =>
    ask(client.PATCH("/api/alerts/{id}", { ...at(id), body })),
  removeAlertTarget: (id: string) => ask(client.DELETE("/api/alerts/{id}", at(id))),
  testAlert: async (id: string) => (await ask(client.POST("/api/alerts/{id}/test", at(id)))).alert as Alert,

  tracker: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/tracker", at(projectId)))).tracker as Tracker | null,
  setTracker: async (projectId: string, body: Shapes["TrackerBody"]) =>
    (await ask(client.PUT("/api/projects/{id}/tracker", { ...at(projectId), body }))).tracker as Tracker,
  removeTracker: (projectId: string) => ask(client.DELETE("/api/projects/{id}/tracker", at(projectId))),
  issue: async (runId: string) => (await ask(client.GET("/api/runs/{id}/issue", at(runId)))) as Filed,
  fileIssue: async (runId: string, shareDays: number | null) =>
    (await ask(client.POST("/api/runs/{id}/issue", { ...at(runId), body: { shareDays } }))) as Filed,

  triage: async (runId: string) => (await ask(client.GET("/api/runs/{id}/triage", at(runId)))).triage as Triage,
  say: async (runId: string, body: Shapes["TriageBody"]) =>
    (await ask(client.POST("/api/runs/{id}/triage", { ...at(runId), body }))).triage as Triage,
  assignees: async () => (await ask(client.GET("/api/assignees"))).assignees,

  startBatch: (projectId: string, body: BatchBody) =>
    ask(client.POST("/api/projects/{id}/batches", { ...at(projectId), body })),
  batch: async (id: string) =>
    (await ask(client.GET("/api/batches/{batch_id}", { params: { path: { batch_id: id } } }))).batch,
  cancelBatch: (id: string) =>
    ask(client.POST("/api/runs/batch/{batch_id}/cancel", { params: { path: { batch_id: id } } })),

  startDoubt: async (projectId: string, body: Shapes["DoubtBody"]) =>
    (await ask(client.POST("/api/projects/{id}/doubts", { ...at(projectId), body }))).doubt,
  newestDoubt: (procedureId: string) => ask(client.GET("/api/procedures/{id}/doubt", at(procedureId))),
  cancelDoubt: async (id: string) => (await ask(client.POST("/api/doubts/{id}/cancel", at(id)))).doubt,

  openStudio: async (projectId: string, body: Shapes["StudioBody"]) =>
    (await ask(client.POST("/api/projects/{id}/studio", { ...at(projectId), body }))).session,
  closeStudio: (id: string) => ask(client.DELETE("/api/studio/{id}", at(id))),
  runStudio: async (id: string) => (await ask(client.POST("/api/studio/{id}/runs", at(id)))).runId,

  suites: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/suites", at(projectId)))).suites as Suite[],
  suite: async (id: string) => (await ask(client.GET("/api/suites/{id}", at(id)))).suite as Suite,
  createSuite: async (projectId: string, body: SuiteBody) =>
    (await ask(client.POST("/api/projects/{id}/suites", { ...at(projectId), body }))).suite as Suite,
  changeSuite: async (id: string, body: Shapes["SuiteChange"]) =>
    (await ask(client.PATCH("/api/suites/{id}", { ...at(id), body }))).suite as Suite,
  removeSuite: (id: string) => ask(client.DELETE("/api/suites/{id}", at(id))),
  runSuite: (id: string, body: Shapes["RunSuiteBody"]) =>
    ask(client.POST("/api/suites/{id}/runs", { ...at(id), body })),

  schedules: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/schedules", at(projectId)))).schedules as Schedule[],
  createSchedule: (projectId: string, body: Shapes["ScheduleBody"]) =>
    ask(client.POST("/api/projects/{id}/schedules", { ...at(projectId), body })),
  changeSchedule: (id: string, body: Shapes["ScheduleChange"]) =>
    ask(client.PATCH("/api/schedules/{id}", { ...at(id), body })),
  removeSchedule: (id: string) => ask(client.DELETE("/api/schedules/{id}", at(id))),

  procedures: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/procedures", at(projectId)))).procedures,
  procedure: async (id: string) => (await ask(client.GET("/api/procedures/{id}", at(id)))).procedure,
  createProcedure: async (projectId: string, body: Shapes["ProcedureBody"]) =>
    (await ask(client.POST("/api/projects/{id}/procedures", { ...at(projectId), body }))).procedure,
  changeProcedure: async (id: string, body: Shapes["ProcedureChange"]) =>
    (await ask(client.PATCH("/api/procedures/{id}", { ...at(id), body }))).procedure,
  removeProcedure: (id: string) => ask(client.DELETE("/api/procedures/{id}", at(id))),
  exported: (id: string, format: ExportFormat) =>
    ask(client.GET("/api/procedures/{id}/export", { params: { path: { id }, query: { format } }, parseAs: "text" })),

  insights: (projectId: string) => ask(client.GET("/api/projects/{id}/insights", at(projectId))),

  procedureBadge: (id: string) => ask(client.GET("/api/procedures/{id}/badge", at(id))),
  suiteBadge: (id: string) => ask(client.GET("/api/suites/{id}/badge", at(id))),
  steadiness: (id: string) => ask(client.GET("/api/procedures/{id}/steadiness", at(id))),
  mails: (projectId: string) => ask(client.GET("/api/projects/{id}/mails", at(projectId))),
  environments: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/environments", at(projectId)))).environments,
  createEnvironment: async (projectId: string, body: EnvironmentBody) =>
    (await ask(client.POST("/api/projects/{id}/environments", { ...at(projectId), body }))).environment,
  changeEnvironment: async (id: string, body: Shapes["EnvironmentChange"]) =>
    (await ask(client.PATCH("/api/environments/{id}", { ...at(id), body }))).environment,
  removeEnvironment: (id: string) => ask(client.DELETE("/api/environments/{id}", at(id))),

  accounts: async (projectId: string) => (await ask(client.GET("/api/projects/{id}/accounts", at(projectId)))).accounts,
  createAccount: async (projectId: string, body: Shapes["AccountBody"]) =>
    (await ask(client.POST("/api/projects/{id}/accounts", { ...at(projectId), body }))).account,
  changeAccount: async (id: string, body: Shapes["AccountChange"]) =>
    (await ask(client.PATCH("/api/accounts/{id}", { ...at(id), body }))).account,
  removeAccount: (id: string) => ask(client.DELETE("/api/accounts/{id}", at(id))),

  variables: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/variables", at(projectId)))).variables,
  createVariable: async (projectId: string, body: Shapes["VariableBody"]) =>
    (await ask(client.POST("/api/projects/{id}/variables", { ...at(projectId), body }))).variable,
  changeVariable: async (id: string, body: Shapes["VariableChange"]) =>
    (await ask(client.PATCH("/api/variables/{id}", { ...at(id), body }))).variable,
  removeVariable: (id: string) => ask(client.DELETE("/api/variables/{id}", at(id))),

  tables: async (projectId: string) => (await ask(client.GET("/api/projects/{id}/tables", at(projectId)))).tables,
  createTable: async (projectId: string, body: Shapes["TableBody"]) =>
    (await ask(client.POST("/api/projects/{id}/tables", { ...at(projectId), body }))).table,
  changeTable: async (id: string, body: Shapes["TableBody"]) =>
    (await ask(client.PUT("/api/tables/{id}", { ...at(id), body }))).table,
  removeTable: (id: string) => ask(client.DELETE("/api/tables/{id}", at(id))),

  pages: async (projectId: string) => (await ask(client.GET("/api/projects/{id}/pages", at(projectId)))).pages,
  namePage: (projectId: string, body: Shapes["PageBody"]) =>
    ask(client.PUT("/api/projects/{id}/pages", { ...at(projectId), body })),
  removePage: (projectId: string, name: string) =>
    ask(client.DELETE("/api/projects/{id}/pages", { params: { path: { id: projectId }, query: { name } } })),

  baselines: async (projectId: string) =>
    (await ask(client.GET("/api/projects/{id}/baselines", at(projectId)))).baselines,
  acceptBaseline: async (projectId: string, runId: string, stepIndex: number) =>
    (await ask(client.POST("/api/projects/{id}/baselines", { ...at(projectId), body: { runId, stepIndex } }))).baseline,
  changeBaseline: (id: string, baselineId: string, body: Shapes["BaselineChange"]) =>
    ask(
      client.PATCH("/api/projects/{id}/baselines/{baseline_id}", {
        params: { path: { id, baseline_id: baselineId } },
        body,
      }),
    ),
  removeBaseline: (id: string, baselineId: string) =>
    ask(
      client.DELETE("/api/projects/{id}/baselines/{baseline_id}", {
        params: { path: { id, baseline_id: baselineId } },
      }),
    ),

  files: (projectId: string) => ask(client.GET("/api/projects/{id}/files", at(projectId))),
  storeFile: (id: string, file: File) =>
    ask(
      client.POST("/api/projects/{id}/files", {
        params: { path: { id }, query: { name: file.name } },
        body: file as never,
        bodySerializer: (content) => content as unknown as File,
        headers: { "Content-Type": "application/octet-stream" },
      }),
    ),
  file: (id: string, fileId: string) =>
    ask(
      client.GET("/api/projects/{id}/files/{file_id}", {
        params: { path: { id, file_id: fileId } },
        parseAs: "blob",
      }),
    ) as Promise<Blob>,
  removeFile: (id: string, fileId: string) =>
    ask(client.DELETE("/api/projects/{id}/files/{file_id}", { params: { path: { id, file_id: fileId } } })),

  keys: async () => (await ask(client.GET("/api/keys"))).keys,
  mintKey: (name: string, expiresAt: string | null) => ask(client.POST("/api/keys", { body: { name, expiresAt } })),
  revokeKey: (id: string) => ask(client.DELETE("/api/keys/{id}", at(id))),

  members: async () => (await ask(client.GET("/api/members"))).members,
  addMember: (email: string, role: Role) => ask(client.POST("/api/members", { body: { email, role } })),
  changeMember: (userId: string, role: Role) =>
    ask(client.PATCH("/api/members/{user_id}", { params: { path: { user_id: userId } }, body: { role } })),
  removeMember: (userId: string) =>
    ask(client.DELETE("/api/members/{user_id}", { params: { path: { user_id: userId } } })),
  invitations: async () => (await ask(client.GET("/api/members/invitations"))).invitations,
  withdrawInvitation: (id: string) => ask(client.DELETE("/api/members/invitations/{id}", at(id))),

  phrasebook: async () => (await ask(client.GET("/api/phrasebook"))).phrases,
  addPhrase: (body: Shapes["PhraseBody"]) => ask(client.POST("/api/phrasebook", { body })),
  changePhrase: (id: string, body: Shapes["PhraseChange"]) =>
    ask(client.PATCH("/api/phrasebook/{id}", { ...at(id), body })),
  removePhrase: (id: string) => ask(client.DELETE("/api/phrasebook/{id}", at(id))),

  heals: async (procedureId: string) => (await ask(client.GET("/api/procedures/{id}/heals", at(procedureId)))).heals,
  answerHeal: async (id: string, answer: "accept" | "reject") =>
    (await ask(client.POST("/api/heals/{id}", { ...at(id), body: { answer } }))).heal,

  appliance: () => ask(client.GET("/api/appliance")),
  doctor: async () => (await ask(client.GET("/api/doctor"))).checks,
  changeRetention: (retention: NonNullable<Shapes["OrganizationChange"]["retention"]>) =>
    ask(client.PATCH("/api/organization", { body: { retention } })),
  organization: () => ask(client.GET("/api/organization")),
  auditCheck: () => ask(client.GET("/api/audit/check")),
  auditTable: (period: Period) =>
    ask(
      client.GET("/api/audit/export", { params: { query: { format: "csv", ...period } }, parseAs: "blob" }),
    ) as Promise<Blob>,
  audit: async (limit: number, period: Period) =>
    (await ask(client.GET("/api/audit", { params: { query: { limit: `${limit}`, ...period } } }))).entries,

  /** The checks behind `/readyz`: "ok", or what is wrong. Not ready is an answer here, not a refusal. */
  ready: async (): Promise<Required<Pick<Shapes["Ready"], "checks" | "warnings">>> => {
    const { data, error } = await client.GET("/readyz");
    const { checks, warnings = {} } = (data ?? error) as Shapes["Ready"];
    return { checks, warnings };
  },
};
