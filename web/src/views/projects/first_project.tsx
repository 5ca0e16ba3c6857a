/** The page of an appliance without projects: the demo shop with a test that is already written, or one's own site. */
import { useLocation } from "preact-iso";
import { api, type Demo } from "../../channel/api";
import { words } from "../../words";
import { Refused, useActing } from "../parts/acting";
import { Icon } from "../parts/icon";
import { useLoaded } from "../parts/loaded";
import { ProjectForm } from "./project_form";
import "./first_project.css";

export function FirstProject() {
  const demo = useLoaded("demo", api.demo);
  return (
    <div class="first-project">
      <h1>{words.first.title}</h1>
      <p class="lead">{words.first.lead}</p>
      <div class="ways">
        {demo.value !== null && <Shop demo={demo.value} />}
        <section class="card card-body form">
          <div>
            <h2>{words.first.ownTitle}</h2>
            <p class="soft">{words.first.ownText}</p>
          </div>
          <ProjectForm action={words.first.ownSend} />
        </section>
      </div>
    </div>
  );
}

function Shop({ demo }: { demo: Demo }) {
  const { route } = useLocation();
  const acting = useActing();
  const open = () =>
    acting.act(async () => {
      const project = await api.createProject({ name: words.first.shopName, baseUrl: demo.address });
      route(`/projects/${project.id}`);
    });
  return (
    <section class="card card-body form shop">
      <div>
        <h2>{words.first.shopTitle}</h2>
        <p class="soft">{words.first.shopText}</p>
      </div>
      {demo.tests[0] && <blockquote>{demo.tests[0].description}</blockquote>}
      <Refused acting={acting} />
      <div class="form-row">
        <button type="button" class="button primary" disabled={acting.busy} onClick={() => void open()}>
          <Icon name="play" />
          {words.first.shopSend}
        </button>
      </div>
    </section>
  );
}
