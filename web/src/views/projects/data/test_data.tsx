/** What a project's tests may take for granted: accounts, variables, data tables, pages by their names. */
import { api } from "../../../channel/api";
import { useLoaded } from "../../parts/loaded";
import { Accounts } from "./accounts";
import { Pages } from "./pages";
import { Tables } from "./tables";
import { Variables } from "./variables";

export function TestData({ projectId, account }: { projectId: string; account: string | null }) {
  const environments = useLoaded(projectId, () => api.environments(projectId)).value ?? [];
  return (
    <div class="columns">
      <Accounts projectId={projectId} environments={environments} begin={account} />
      <Variables projectId={projectId} environments={environments} />
      <Tables projectId={projectId} />
      <Pages projectId={projectId} />
    </div>
  );
}
