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

/** Matches comments, except directives for the linter and the compiler, and patterns of paths. */
const COMMENT = /\/\*\*\s(?!@)[\s\S]*?\*\/|(?:^[ \t]*\/\/ (?!oxlint-|@).*\n?)+/gm;
/** Matches a call of a test function at the beginning of a line, also one that ends a table of cases. */
const TITLE =
  /^([ \t]*)(?:(test|it|describe)(?:\.\w+(?:\([^()]*\))?)*|\](?: as const)?\))(?:<[^>]*>)?\(\s*(['"`])((?:(?!\3)[^\\]|\\.)+)\3/gm;
const EXPORTED = /^export (?:async )?(?:function|class|interface|type|const) (\w+)/gm;
/** Matches text between tags, and sentences in quotes. */
const JSX_TEXT = />\s*([A-Z][^<>{}]*[a-z.?!])\s*</g;
const QUOTED_TEXT = /(['"`])([A-Z][a-z’']*(?: [^'"`\n]+)+)\1/g;
const NOT_ON_SCREEN = /\.(?:test|component)\.tsx?$|\/testing\/|\/(?:e2e|dev-env)\//;
/** Code that the patterns for texts match: types, conditions and calls. */
const IS_CODE = /=>|&&|\|\||\);|' [:?]|^Promise$/;

function findMatches({ path, text }: Source, kind: SampleKind, pattern: RegExp, group: number): Sample[] {
  return [...text.matchAll(pattern)].map((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    return { kind, place: `${path}:${line}`, text: toPlainText(match[group] ?? '') };
  });
}

/** Returns the titles of tests, each after the titles of its groups, as the report of a test run prints them. */
function findTitles({ path, text }: Source): Sample[] {
  const samples: Sample[] = [];
  const groups: { readonly title: string; readonly end: number }[] = [];
  for (const match of text.matchAll(TITLE)) {
    const [, indent = '', kind, , title = ''] = match;
    while (groups.length > 0 && (groups.at(-1)?.end ?? 0) < match.index) groups.pop();
    if (kind === 'describe') {
      const end = text.indexOf(`\n${indent}});`, match.index);
      groups.push({ title, end: end < 0 ? text.length : end });
      continue;
    }
    const line = text.slice(0, match.index).split('\n').length;
    const titles = [...groups.map((group) => group.title), title];
    samples.push({ kind: 'test title', place: `${path}:${line}`, text: toPlainText(titles.join(': ')) });
  }
  return samples;
}

/** Replaces comments by spaces, so that positions in the source stay the same. */
const blankComments = (text: string): string =>
  text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/g, ' '));

const toPlainText = (text: string): string =>
  text
    .replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/)\s?/gm, '')
    .replaceAll(/\*\/\s*$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

function findTexts({ path, text }: Source): Sample[] {
  const code = { path, text: blankComments(text) };
  return [
    ...findMatches(code, 'screen text', QUOTED_TEXT, 2),
    ...(path.endsWith('.tsx') ? findMatches(code, 'screen text', JSX_TEXT, 1) : []),
  ].filter((sample) => !IS_CODE.test(sample.text));
}

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
    ...(/\.(?:test|e2e|component)\.tsx?$|suite-/.test(path) ? findTitles(source) : []),
    ...(onScreen ? findTexts(source) : []),
    ...findMatches(source, 'identifier', EXPORTED, 1),
  ].filter(({ text }) => text.length > 2);
}
