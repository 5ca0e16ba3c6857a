/** The name of the model that could be asked; null where none is configured. Asked for once. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../../channel/api";

const model = signal<string | null | undefined>(undefined);

export function useModel(): string | null {
  useEffect(() => {
    if (model.peek() !== undefined) return;
    api.appliance().then(
      (facts) => {
        model.value = facts.model?.name ?? null;
      },
      () => undefined,
    );
  }, []);
  return model.value ?? null;
}
