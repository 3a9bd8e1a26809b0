/** Styles of the page, which is readable from a width of 360 px, in light and dark. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --back: light-dark(#f6f7f9, #14171b);
  --card: light-dark(#ffffff, #1d2126);
  --text: light-dark(#1a1d21, #e8eaed);
  --faint: light-dark(#565d66, #a5adb7);
  --line: light-dark(#d8dce1, #343a42);
  --main: light-dark(#1f5fbf, #8fb8f5);
  --on-main: light-dark(#ffffff, #10151c);
  --wrong: light-dark(#a61b1b, #ff9c94);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto;
  padding: 1rem;
  max-width: 34rem;
  background: var(--back);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { margin: 0; font-size: 1.4rem; overflow-wrap: anywhere; }
h2 { margin: 0 0 .5rem; font-size: 1.05rem; }
header p { margin: 0 0 1rem; color: var(--faint); }
section {
  margin: 0 0 1rem;
  padding: 1rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: .5rem;
}
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .25rem .75rem; margin: 0; }
dt { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; margin: .75rem 0 .25rem; }
input, select, button { font: inherit; border-radius: .35rem; min-height: 2.75rem; padding: 0 .9rem; }
input, select { width: 100%; border: 1px solid var(--faint); background: var(--back); color: var(--text); }
button { border: 1px solid var(--main); background: var(--main); color: var(--on-main); cursor: pointer; }
button.quiet { background: transparent; color: var(--main); }
button[aria-disabled="true"] { border-color: var(--line); background: transparent; color: var(--faint); cursor: default; }
form button { margin-top: .75rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
#message { min-height: 1.5rem; margin: 0; color: var(--wrong); }
#message[data-tone="done"] { color: var(--text); }
`;
