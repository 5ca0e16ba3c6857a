/** What surrounds every page: the bar with its ways, the account, the theme. Shows no resource. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api } from "../../channel/api";
import icon from "../../icon.svg";
import { chapter } from "../../model/chapter";
import { current, enter, leave } from "../../model/session";
import { nextTheme, theme } from "../../model/theme";
import { words } from "../../words";
import { Do } from "../parts/acting";
import { Icon } from "../parts/icon";
import { Keys } from "./keys";
import "./frame.css";

const WAYS = [
  {
    href: "/",
    label: words.nav.projects,
    here: (path: string) => path === "/" || path.startsWith("/projects") || path.startsWith("/procedures"),
  },
  { href: "/runs", label: words.nav.runs, here: (path: string) => path.startsWith("/runs") },
  { href: "/settings/keys", label: words.nav.settings, here: (path: string) => path.startsWith("/settings") },
];

const THEME_ICON = { system: "screen", light: "sun", dark: "moon" } as const;

export function Frame({ children }: { children: ComponentChildren }) {
  const { path, url } = useLocation();
  const [keys, setKeys] = useState(false);
  return (
    <div class="frame">
      <Keys open={keys} onChange={setKeys} />
      <button type="button" class="button skip" onClick={skip}>
        {words.nav.skip}
      </button>
      <header class="bar">
        <a class="brand" href="/" aria-label={words.product}>
          <img src={icon} alt="" />
          <span>{words.product}</span>
        </a>
        <nav aria-label={words.nav.main}>
          {WAYS.map((way) => (
            <a key={way.href} href={way.href} aria-current={way.here(path) ? "page" : undefined}>
              {way.label}
            </a>
          ))}
        </nav>
        <div class="push">
          <a
            class="button quiet square help"
            href="/phrases"
            aria-label={words.nav.phrases}
            title={words.nav.phrases}
            aria-current={path === "/phrases" ? "page" : undefined}
          >
            <Icon name="book" />
          </a>
          <a
            class="button quiet square"
            href={chapter(url)}
            target="_blank"
            rel="noopener"
            aria-label={words.nav.documents}
            title={words.nav.documents}
          >
            ?
          </a>
          <button
            type="button"
            class="button quiet square"
            aria-label={words.theme[theme.value]}
            title={words.theme[theme.value]}
            onClick={nextTheme}
          >
            <Icon name={THEME_ICON[theme.value]} />
          </button>
          <Account onKeys={() => setKeys(true)} />
        </div>
      </header>
      <main id="main" class="page" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function skip(): void {
  document.getElementById("main")?.focus();
}

function Account({ onKeys }: { onKeys: () => void }) {
  const { user, organization, organizations, role } = current();
  const menu = useRef<HTMLDetailsElement>(null);
  const { route } = useLocation();
  const name = user.name || user.email;
  useEffect(() => {
    const close = (event: Event) => {
      const escaped = event instanceof KeyboardEvent && event.key === "Escape";
      const outside = event.type === "click" && !menu.current?.contains(event.target as Node);
      if (menu.current && (escaped || outside)) menu.current.open = false;
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="account" ref={menu}>
      <summary>
        <span class="hidden-text">{words.nav.account}: </span>
        <span class="face" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span class="name">{organization.name}</span>
      </summary>
      <div class="account-menu">
        <div class="who">
          <div>
            <strong>{name}</strong>
          </div>
          <div class="faint">{user.email}</div>
          <div class="faint">
            {words.role[role]} · {organization.name}
          </div>
        </div>
        {organizations.length > 1 && (
          <div class="part">
            {organizations
              .filter((each) => each.id !== organization.id)
              .map((each) => (
                <button
                  key={each.id}
                  type="button"
                  onClick={async () => {
                    enter(await api.switchTo(each.id));
                    route("/");
                  }}
                >
                  <Icon name="people" />
                  {words.nav.switchTo(each.name)}
                </button>
              ))}
          </div>
        )}
        <div class="part">
          <a href="/phrases">
            <Icon name="book" />
            {words.nav.phrases}
          </a>
          <button type="button" onClick={onKeys}>
            <Icon name="edit" />
            {words.keys.title}
          </button>
        </div>
        <div class="part">
          <Do kind="quiet wide" icon="out" work={leave}>
            {words.nav.signOut}
          </Do>
        </div>
      </div>
    </details>
  );
}

export function Crumbs({ ways }: { ways: { href: string; label: string }[] }) {
  return (
    <nav class="crumbs" aria-label={words.nav.crumbs}>
      {ways.map((way) => (
        <>
          <a href={way.href}>{way.label}</a>
          <Icon name="chevron" />
        </>
      ))}
    </nav>
  );
}
