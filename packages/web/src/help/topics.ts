import { parseMarkdown, toText, type Block } from './markdown.ts';

const sources = import.meta.glob<string>('./pages/*.md', { query: '?raw', import: 'default', eager: true });

export interface Topic {
  readonly id: string;
  readonly title: string;
  /** First paragraph of the page. */
  readonly summary: string;
  readonly blocks: readonly Block[];
  readonly group: HelpGroup;
}

export const HELP_GROUPS = ['Start', 'Network', 'People', 'Installation'] as const;
export type HelpGroup = (typeof HELP_GROUPS)[number];

/** Pages in the order of the contents list. A test compares them with the files. */
export const TOPIC_ORDER: readonly (readonly [id: string, group: HelpGroup])[] = [
  ['getting-started', 'Start'],
  ['adding-devices', 'Start'],
  ['live-demo', 'Start'],
  ['vlan-and-dhcp', 'Network'],
  ['wireless', 'Network'],
  ['rf-optimization', 'Network'],
  ['mesh-backhaul', 'Network'],
  ['bridge-links', 'Network'],
  ['cameras-and-recorders', 'Network'],
  ['internet-and-routes', 'Network'],
  ['review-and-apply', 'Network'],
  ['templates', 'Network'],
  ['device-backups', 'Network'],
  ['sandbox', 'Network'],
  ['device-states', 'Network'],
  ['figures-and-history', 'Network'],
  ['network-topology', 'Network'],
  ['wifi-map', 'Network'],
  ['alarms', 'Network'],
  ['client-without-internet', 'Network'],
  ['data-screen', 'Network'],
  ['sharing-and-transfer', 'People'],
  ['roles', 'People'],
  ['account-security', 'People'],
  ['sign-in-by-others', 'People'],
  ['settings', 'Installation'],
  ['backups', 'Installation'],
  ['error-codes', 'Installation'],
];

export const listPageNames = (): string[] =>
  Object.keys(sources).map((path) => path.replace('./pages/', '').replace('.md', ''));

export const TOPICS: readonly Topic[] = TOPIC_ORDER.map(([id, group]) => {
  const blocks = parseMarkdown(sources[`./pages/${id}.md`] ?? '');
  const title = blocks.find(({ kind }) => kind === 'title');
  const summary = blocks.find(({ kind }) => kind === 'paragraph');
  return { id, group, blocks, title: title ? toText(title) : id, summary: summary ? toText(summary) : '' };
});
