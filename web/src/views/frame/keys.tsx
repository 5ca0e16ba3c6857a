/** The keys of the pages: a list of them behind "?", and the switch for single letters. */
import { useEffect } from "preact/hooks";
import { isForPage, letters, setLetters } from "../../model/keys";
import { words } from "../../words";
import { Dialog } from "../parts/acting";

export function Keys({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      if (event.key === "?") onChange(true);
      else if (event.key === "j" || event.key === "k") alongList(event.key === "j" ? 1 : -1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onChange]);
  if (!open) return null;
  return (
    <Dialog title={words.keys.title} onClose={() => onChange(false)}>
      <div class="form">
        <table class="table">
          <tbody>
            {words.keys.all.map(([key, does]) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <label>
          <input
            type="checkbox"
            checked={letters.value}
            onChange={(event) => setLetters(event.currentTarget.checked)}
          />{" "}
          {words.keys.letters}
        </label>
      </div>
    </Dialog>
  );
}

/** Moves the focus to the next or previous row of the page's list; the run page has keys of its own. */
function alongList(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("a.run-row")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step]?.focus();
}
