import type { DisplayGraph } from './display-graph.ts';

/** Returns the cards whose name, or a member's name, contains the text, and the lines to them; undefined without a text. */
export function findMatches({ cards }: DisplayGraph, text: string): ReadonlySet<string> | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const matches = [...cards.values()].filter(({ members = [], title }) =>
    [title, ...members.map(({ name }) => name)].some((name) => name.toLowerCase().includes(wanted)),
  );
  return new Set(matches.map(({ id }) => id));
}
