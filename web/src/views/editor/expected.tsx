/** What a tester expects of a test: that it passes, that it is refused, or nothing yet. */
import type { Expectation } from "../../channel/api";
import { words } from "../../words";
import { Choice } from "../parts/parts";

const ALL: readonly Expectation[] = ["pass", "fail", "unknown"];

export function Expected({ value, onChoose }: { value: Expectation; onChoose: (value: Expectation) => void }) {
  return (
    <Choice
      label={words.editor.expectation}
      hint={words.expectationHint[value]}
      value={value}
      onChoose={onChoose}
      options={ALL.map((each) => ({ value: each, label: words.expectation[each] }))}
    />
  );
}
