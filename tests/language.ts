/** Finds phrases that docs/language.md replaces, in names, comments, titles, messages and pages. */
import type { Source } from './house-rules.ts';

export interface Phrase {
  readonly name: string;
  readonly pattern: RegExp;
  /** The replacement, as the failing test prints it. */
  readonly remedy: string;
}

export interface Exception {
  readonly path: string;
  readonly phrase: string;
  readonly reason: string;
}

/**
 * Refused phrases. A pattern is compared with names that are split into their words (`toldAt` as `told at`)
 * and with comments without line breaks.
 */
export const PHRASES: readonly Phrase[] = [
  {
    name: 'tell',
    pattern: /\b(?:told|tell|tells|telling)\b/gi,
    remedy: 'report, notify, send, show or name',
  },
  { name: 'say', pattern: /\b(?:say|says|said|saying|unsaid)\b/gi, remedy: 'report, state, show or answer' },
  { name: 'hear', pattern: /\b(?:hear|hears|heard|unheard)\b/gi, remedy: 'receive, learn or notice' },
  {
    name: 'somebody',
    pattern: /\b(?:whoever|whomever|somebody|nobody|anybody|everybody)\b/gi,
    remedy: 'name the requester, owner, viewer, operator, device or caller',
  },
  { name: 'he', pattern: /\b(?:he|him|his|himself)\b/gi, remedy: 'they, or the noun' },
  {
    name: 'so many',
    pattern: /\bso (?:many|much|long|often)\b/gi,
    remedy: 'a number with its unit, or "as long as"',
  },
  {
    name: 'stand',
    pattern: /\b(?:stand|stands|stood|standing)\b/gi,
    remedy: 'is, is listed, is stored; access, status',
  },
  {
    name: 'hang',
    pattern: /\b(?:hang|hangs|hung|hanging) (?:on|at|behind|here|there|from)\b/gi,
    remedy: 'connected to',
  },
  { name: 'air', pattern: /\b(?:on|in|off) the air\b/gi, remedy: 'broadcasting, or radio' },
  {
    name: 'metaphor',
    pattern: /\b(?:doors?|keepers?|desks?|patient|meetings?|conductors?)\b/gi,
    remedy: 'listener, records, runner, guard, scheduler: the standard noun of the pattern',
  },
  { name: 'word', pattern: /\b(?:word|words|wordless)\b/gi, remedy: 'label, message, answer or text' },
  { name: 'go on', pattern: /\b(?:go|goes|going|went|gone) on\b/gi, remedy: 'continue' },
  { name: 'any more', pattern: /\bany ?more\b/gi, remedy: 'no longer' },
  {
    name: 'come and go',
    pattern: /\b(?:come|comes|came|coming)s? (?:and|or) (?:go|goes|went|going)\b/gi,
    remedy: 'connect and disconnect, or join and leave',
  },
  {
    name: 'one that',
    pattern: /(?:^|[.;:] |\/\*\* ?|\/\/ )(?:One|Those) (?:that|which|who|of which)\b/g,
    remedy: 'name the thing',
  },
  {
    name: 'what clause',
    pattern: /(?:^|[.;] |\/\*\* ?|\/\/ |['"`>])(?:What|Who|Whose)\b(?![^.;?]{0,160}\?)[^'"`<]{3}/g,
    remedy: 'begin with the subject',
  },
  { name: 'the most', pattern: /\b(?:is|are|at) the most\b/gi, remedy: 'limit, or at most' },
  { name: 'as it came', pattern: /\bas (?:it|they) came\b/gi, remedy: 'unchanged, or factory default' },
  { name: 'let in', pattern: /\b(?:let|lets|letting) in\b/gi, remedy: 'admit, allow or accept' },
  {
    name: 'hurry',
    pattern: /\blook(?:s|ed|ing)? around\b|\bhurr(?:y|ies|ied)\b|\bquietly\b/gi,
    remedy: 'run, tick, flush or log errors',
  },
  { name: 'void', pattern: /\b(?:is|are|was|becomes|became) void\b/gi, remedy: 'no longer valid' },
  {
    name: 'of itself',
    pattern: /\bof (?:itself|themselves|himself)\b/gi,
    remedy: 'unprompted, or name what it reports',
  },
  { name: 'ground', pattern: /\b(?:ground(?! floor)|touched)\b/gi, remedy: 'snapshot; affected' },
  { name: 'put away', pattern: /\bput away\b/gi, remedy: 'dismiss' },
  { name: 'begin again', pattern: /\bbegins? again\b/gi, remedy: 'start over' },
  { name: 'anew', pattern: /\b(?:anew|afresh|amid|lest|nought)\b/gi, remedy: 'again, during, so that' },
];

export interface FoundPhrase {
  readonly path: string;
  readonly phrase: string;
  readonly excerpt: string;
}

/** Names that other programs use, each with the reason to keep it. */
export type KeptNames = Readonly<Record<string, string>>;

/** Splits camelCase and snake_case and joins wrapped comment lines, so that one pattern finds every form. */
export function extractReadable(text: string): string {
  return text
    .replaceAll(/\n\s*(?:\*(?!\/)|\/\/)?[ \t]*(?=[a-z(])/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=\w)[_-](?=\w)/g, ' ');
}

export function findPhrases(source: Source, kept: KeptNames = {}): FoundPhrase[] {
  const withoutKept = Object.keys(kept).reduce((text, name) => text.replaceAll(name, ''), source.text);
  const text = extractReadable(`${source.path}\n${withoutKept}`);
  return PHRASES.flatMap(({ name, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({
      path: source.path,
      phrase: name,
      excerpt: text
        .slice(Math.max(0, match.index - 30), match.index + match[0].length + 30)
        .replaceAll(/\s+/g, ' '),
    })),
  );
}

/** Returns sentences for phrases outside the exceptions, and for exceptions that are not needed. */
export function checkLanguage(
  sources: readonly Source[],
  rules: {
    readonly pending: readonly string[];
    readonly exceptions: readonly Exception[];
    readonly kept: KeptNames;
  },
): string[] {
  const remedies = new Map(PHRASES.map(({ name, remedy }) => [name, remedy]));
  const isPending = (path: string): boolean => rules.pending.some((area) => path.startsWith(area));
  const found = sources
    .filter(({ path }) => !isPending(path))
    .flatMap((source) => findPhrases(source, rules.kept));
  const excepted = ({ path, phrase }: FoundPhrase): boolean =>
    rules.exceptions.some((exception) => exception.path === path && exception.phrase === phrase);
  return [
    ...found
      .filter((find) => !excepted(find))
      .map(({ path, phrase, excerpt }) => `${path}: "${excerpt}" (${phrase}): ${remedies.get(phrase)}`),
    ...rules.exceptions
      .filter(({ path, phrase }) => !found.some((find) => find.path === path && find.phrase === phrase))
      .map(({ path, phrase }) => `${path} needs no exception for "${phrase}" any longer: remove it.`),
    ...rules.pending
      .filter(
        (area) =>
          !sources.some(
            (source) => source.path.startsWith(area) && findPhrases(source, rules.kept).length > 0,
          ),
      )
      .map((area) => `${area} has no replaced phrase left: remove it from the pending areas.`),
  ];
}
