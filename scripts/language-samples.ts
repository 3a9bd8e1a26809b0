/** Extracts the prose of a source for a review: comments, test titles, screen texts, exported names, help paragraphs. */
export const SAMPLE_KINDS = ['comment', 'test title', 'screen text', 'identifier', 'help paragraph'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

export interface Source {
  readonly path: string;
  readonly text: string;
}

export interface Sample {
  readonly kind: SampleKind;
  /** `path:line`. */
  readonly place: string;
  readonly text: string;
}

const COMMENT = /\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/ .*\n?)+/gm;
const TITLE =
  /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*(?:<[^>]*>)?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)+)\1/g;
const EXPORTED = /^export (?:async )?(?:function|class|interface|type|const) (\w+)/gm;
/** Matches text between tags, and sentences in quotes. */
const JSX_TEXT = />\s*([A-Z][^<>{}]*[a-z.?!])\s*</g;
const QUOTED_TEXT = /(['"`])([A-Z][a-z’']*(?: [^'"`\n]+)+)\1/g;
const NOT_ON_SCREEN = /\.test\.tsx?$|\/testing\/|\/(?:e2e|dev-env)\//;

function findMatches({ path, text }: Source, kind: SampleKind, pattern: RegExp, group: number): Sample[] {
  return [...text.matchAll(pattern)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    return { kind, place: `${path}:${line}`, text: plain(match[group] ?? '') };
  });
}

const plain = (text: string): string =>
  text
    .replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/)\s?/gm, '')
    .replaceAll(/\*\/\s*$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns every sample of one source. */
export function extractSamples(source: Source): Sample[] {
  const { path } = source;
  if (path.endsWith('.md'))
    return path.startsWith('packages/web/src/help/pages/')
      ? findMatches(source, 'help paragraph', /^(?![#|`])(\S.{60,})$/gm, 1)
      : [];
  const isCode = /\.(?:tsx?|js)$/.test(path);
  if (!isCode) return [];
  const onScreen = /^packages\/(?:web|contract)\/src\//.test(path) && !NOT_ON_SCREEN.test(path);
  return [
    ...findMatches(source, 'comment', COMMENT, 0),
    ...(/\.(?:test|e2e|component)\.tsx?$|suite-/.test(path)
      ? findMatches(source, 'test title', TITLE, 2)
      : []),
    ...(onScreen ? findMatches(source, 'screen text', QUOTED_TEXT, 2) : []),
    ...(onScreen && path.endsWith('.tsx') ? findMatches(source, 'screen text', JSX_TEXT, 1) : []),
    ...findMatches(source, 'identifier', EXPORTED, 1),
  ].filter(({ text }) => text.length > 2);
}
