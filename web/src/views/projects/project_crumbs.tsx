/** The way to what belongs to a project: by its name, and by the part of it where there are more of its like. */
import { api } from "../../channel/api";
import { words } from "../../words";
import { Crumbs } from "../frame/frame";
import { useLoaded } from "../parts/loaded";

export function ProjectCrumbs({ projectId, part }: { projectId: string; part?: "procedures" | "suites" }) {
  const project = useLoaded(projectId, () => api.project(projectId));
  const own = `/projects/${projectId}`;
  return (
    <Crumbs
      ways={[
        { href: "/", label: words.nav.projects },
        { href: own, label: project.value?.name ?? "…" },
        ...(part ? [{ href: `${own}?tab=${part}`, label: words.project.tabs[part] }] : []),
      ]}
    />
  );
}
