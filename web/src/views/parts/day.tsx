/** A day to choose, as one end of a period. */
export function Day({ label, value, onChoose }: { label: string; value: string; onChoose: (day: string) => void }) {
  return (
    <label class="day">
      <span class="faint">{label}</span>
      <input class="input" type="date" value={value} onChange={(event) => onChoose(event.currentTarget.value)} />
    </label>
  );
}
