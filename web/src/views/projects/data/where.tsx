/** In which environment a piece of test data counts. */
import type { Environment } from "../../../channel/api";
import { words } from "../../../words";
import { Choice } from "../../parts/parts";

export function Where({
  value,
  environments,
  onChoose,
}: {
  value: string;
  environments: Environment[];
  onChoose: (id: string) => void;
}) {
  if (environments.length === 0) return null;
  const options = environments.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Choice
      label={words.data.environment}
      value={value}
      options={[{ value: "", label: words.data.everywhere }, ...options]}
      onChoose={onChoose}
    />
  );
}

export function whereName(environmentId: string | null, environments: Environment[]): string {
  return environments.find(({ id }) => id === environmentId)?.name ?? words.data.everywhere;
}
