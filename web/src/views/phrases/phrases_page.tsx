/** The phrase reference: every form that is read, found by its words. What is searched stands in the address. */
import { api, type Family } from "../../channel/api";
import { found, ownFamily } from "../../model/phrases";
import { words } from "../../words";
import { copy } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Show, useLoaded } from "../parts/loaded";
import { State, useTitle } from "../parts/parts";
import { useQuery } from "../parts/query";
import "./phrases.css";

export function PhrasesPage() {
  useTitle(words.phrases.title);
  const loaded = useLoaded("phrases", async () => {
    const [own, families] = await Promise.all([api.phrasebook(), api.phrases()]);
    return [...ownFamily(own, words.phrases.own), ...families];
  });
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{words.phrases.title}</h1>
          <p class="soft">{words.phrases.lead}</p>
        </div>
      </div>
      <Show of={loaded} rows={10}>
        {(families) => <Reference families={families} />}
      </Show>
    </>
  );
}

function Reference({ families }: { families: Family[] }) {
  const { query, put } = useQuery();
  const fitting = found(families, query.search ?? "");
  const count = fitting.reduce((sum, family) => sum + family.forms.length, 0);
  return (
    <div class="phrases">
      <div class="phrases-side">
        <input
          class="input"
          type="search"
          aria-label={words.phrases.search}
          placeholder={words.phrases.search}
          value={query.search ?? ""}
          onInput={(event) => put({ search: event.currentTarget.value })}
        />
        <p class="faint numeric" role="status">
          {words.phrases.found(count)}
        </p>
        <nav aria-label={words.phrases.families}>
          {fitting.map((family) => (
            <button key={family.name} type="button" onClick={() => goTo(family)}>
              {family.title}
              <span class="faint numeric">{family.forms.length}</span>
            </button>
          ))}
        </nav>
      </div>
      <div class="columns">
        {count === 0 && (
          <section class="card">
            <State icon="search" title={words.phrases.none}>
              {words.phrases.noneText}
            </State>
          </section>
        )}
        {fitting.map((family) => (
          <FamilyCard key={family.name} family={family} />
        ))}
      </div>
    </div>
  );
}

function goTo(family: Family): void {
  const heading = document.getElementById(`family-${family.name}`);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}

function FamilyCard({ family }: { family: Family }) {
  return (
    <section class="card family">
      <div class="card-head">
        <h2 id={`family-${family.name}`} tabIndex={-1}>
          {family.title}
        </h2>
      </div>
      <ul>
        {family.forms.map((form) => (
          <li key={`${form.form} ${form.example}`}>
            <div class="example">
              <strong>{form.example}</strong>
              <button
                type="button"
                class="button quiet small square"
                aria-label={words.phrases.copyExample(form.example)}
                onClick={() => void copy(form.example, words.phrases.copied)}
              >
                <Icon name="copy" />
              </button>
            </div>
            <p class="soft">{form.does}</p>
            <code>{form.form}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
