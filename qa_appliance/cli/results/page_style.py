"""How the report page looks: in light and dark, on a phone as well."""

STYLE = """
:root { color-scheme: light dark; --line: #d7dbe0; --soft: #5b6570; --good: #14743b; --bad: #b3261e; --odd: #8a5a00;
  --card: #f6f7f9; }
@media (prefers-color-scheme: dark) { :root { --line: #3a424c; --soft: #a4aeb9; --good: #6fd197; --bad: #ff8f86;
  --odd: #f0bd5a; --card: #1d2228; } body { background: #14181d; color: #e8ebee; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; } h3 { font-size: 1rem; margin: 1rem 0 0; }
.soft { color: var(--soft); } p { margin: .25rem 0; overflow-wrap: anywhere; }
.test { border: 1px solid var(--line); border-left: .4rem solid var(--odd); border-radius: .5rem; margin: .75rem 0;
  padding: .5rem .9rem; background: var(--card); }
.test.passed { border-left-color: var(--good); } .test.failed { border-left-color: var(--bad); }
summary { cursor: pointer; overflow-wrap: anywhere; } summary:focus-visible { outline: 2px solid; outline-offset: 3px; }
.result { color: var(--odd); } .passed > summary .result { color: var(--good); }
.failed > summary .result { color: var(--bad); } .name { font-weight: 600; }
.why { color: var(--bad); } .flaky > .why { color: var(--odd); } .note { color: var(--odd); }
pre.words { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; color: var(--soft); margin: .5rem 0;
  border-left: 2px solid var(--line); padding-left: .75rem; }
ol { padding-left: 1.6rem; margin: .5rem 0; } li { margin: .2rem 0; overflow-wrap: anywhere; }
.mark { font-weight: 700; } li.passed > .mark { color: var(--good); } li.failed > .mark { color: var(--bad); }
figure { margin: .5rem 0; } img { max-width: 100%; border: 1px solid var(--line); border-radius: .25rem; }
figcaption { color: var(--soft); font-size: .875rem; }
.files a { margin-right: .75rem; overflow-wrap: anywhere; }
"""
