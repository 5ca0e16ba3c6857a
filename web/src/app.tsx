/** Which page an address shows, and what stands before all pages: set-up, sign-in, an appliance out of reach. */
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from "preact-iso";
import { begin, session } from "./model/session";
import { askNow, away } from "./transport/reach";
import { AcceptInvitation } from "./views/entry/accept_invitation";
import { Threshold } from "./views/entry/entry";
import { SetUp } from "./views/entry/set_up";
import { SignIn } from "./views/entry/sign_in";
import { Frame } from "./views/frame/frame";
import { Said } from "./views/parts/acting";
import { Problem } from "./views/parts/loaded";
import { Bones, State, useTitle } from "./views/parts/parts";
import { words } from "./words";

const Home = lazy(() => import("./views/projects/home").then((file) => file.Home));
const ProjectPage = lazy(() => import("./views/projects/project_page").then((file) => file.ProjectPage));
const StudioPage = lazy(() => import("./views/studio/studio_page").then((file) => file.StudioPage));
const RunPage = lazy(() => import("./views/run/run_page").then((file) => file.RunPage));
const RunsPage = lazy(() => import("./views/runs/runs_page").then((file) => file.RunsPage));
const BatchPage = lazy(() => import("./views/batch/batch_page").then((file) => file.BatchPage));
const SuitePage = lazy(() => import("./views/suites/suite_page").then((file) => file.SuitePage));
const ProcedurePage = lazy(() => import("./views/procedures/procedure_page").then((file) => file.ProcedurePage));
const SharedPage = lazy(() => import("./views/shared/shared_page").then((file) => file.SharedPage));
const PhrasesPage = lazy(() => import("./views/phrases/phrases_page").then((file) => file.PhrasesPage));
const SettingsPage = lazy(() => import("./views/settings/settings_page").then((file) => file.SettingsPage));

export function App() {
  return (
    <LocationProvider>
      <Gate />
      <Away />
      <Said />
    </LocationProvider>
  );
}

function Away() {
  return (
    <div role="status">
      {away.value && (
        <div class="away">
          {words.state.away}
          <button type="button" class="button small" onClick={askNow}>
            {words.state.again}
          </button>
        </div>
      )}
    </div>
  );
}

function Gate() {
  const { path } = useLocation();
  const now = session.value;
  const invitation = /^\/invitations\/([^/]+)$/.exec(path);
  if (invitation?.[1] && now.state !== "in") return <AcceptInvitation token={decodeURIComponent(invitation[1])} />;
  const shared = /^\/shared\/([^/]+)$/.exec(path);
  if (shared?.[1])
    return (
      <ErrorBoundary>
        <SharedPage token={decodeURIComponent(shared[1])} />
      </ErrorBoundary>
    );
  switch (now.state) {
    case "asking":
      return <Bones />;
    case "unreachable":
      return (
        <Threshold>
          <div class="card">
            <Problem page problem={now.problem} again={() => void begin()} />
          </div>
        </Threshold>
      );
    case "set-up":
      return <SetUp />;
    case "out":
      return <SignIn />;
    case "in":
      return <Pages />;
  }
}

function Pages() {
  return (
    <Frame>
      <ErrorBoundary>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/projects/:id" component={ProjectPage} />
          <Route path="/projects/:id/studio" component={StudioPage} />
          <Route path="/runs" component={RunsPage} />
          <Route path="/runs/:id" component={RunPage} />
          <Route path="/batches/:id" component={BatchPage} />
          <Route path="/suites/:id" component={SuitePage} />
          <Route path="/procedures/:id" component={ProcedurePage} />
          <Route path="/phrases" component={PhrasesPage} />
          <Route path="/settings/:part?" component={SettingsPage} />
          <Route path="/setup" component={AlreadySetUp} />
          <Route default component={Missing} />
        </Router>
      </ErrorBoundary>
    </Frame>
  );
}

function Missing() {
  useTitle(words.state.missing);
  return (
    <State
      page
      icon="search"
      title={words.missing.title}
      actions={
        <a class="button" href="/">
          {words.missing.home}
        </a>
      }
    >
      {words.missing.text}
    </State>
  );
}

function AlreadySetUp() {
  useTitle(words.setUp.already);
  return (
    <State
      page
      icon="check"
      title={words.setUp.already}
      actions={
        <a class="button" href="/">
          {words.missing.home}
        </a>
      }
    />
  );
}
