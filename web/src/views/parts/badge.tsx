/** The badge of a suite or a procedure, as it is shown elsewhere, and the line that shows it there. */
import { words } from "../../words";
import { Taken } from "./form";
import { Card } from "./listed";
import { useLoaded } from "./loaded";

export function Badge({ of, load }: { of: string; load: () => Promise<{ url: string; markdown: string }> }) {
  const badge = useLoaded(`badge ${of}`, load).value;
  if (badge === null) return null;
  return (
    <Card title={words.badge.title}>
      <div class="card-body form">
        <p class="soft">{words.badge.text}</p>
        <img src={new URL(badge.url).pathname} alt={words.badge.title} height={20} />
        <Taken text={badge.markdown} label={words.badge.markdown} copied={words.badge.copied} />
      </div>
    </Card>
  );
}
