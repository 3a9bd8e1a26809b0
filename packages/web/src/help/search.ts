import { ERROR_CAUSES, ERROR_GROUPS, type ErrorName, ERRORS } from '@northlight/contract';
import { toText } from './markdown.ts';
import type { Topic } from './topics.ts';

export interface HelpHit {
  readonly topic: string;
  readonly title: string;
  /** Heading of the section that contains the hit. */
  readonly section?: string | undefined;
  readonly anchor?: string | undefined;
  readonly text: string;
}

const MAX_HITS = 30;
const EXCERPT_MARGIN = 70;

export interface ErrorCodeRow {
  readonly codes: string;
  readonly message: string;
  readonly raisedBy: string;
}

/** Lists the error catalogue in the order of the codes. A group is at the position of its first code. */
export function listErrorCodes(): ErrorCodeRow[] {
  const single = (Object.keys(ERRORS) as ErrorName[]).map((name) => ({
    at: ERRORS[name].code,
    codes: String(ERRORS[name].code),
    message: ERRORS[name].message,
    raisedBy: ERROR_CAUSES[name] ?? 'reserved',
  }));
  const own = new Set(single.map(({ codes }) => codes));
  const groups = ERROR_GROUPS.flatMap(({ ranges, message }) =>
    ranges.map(([from, to]) => ({
      at: from,
      codes: from === to ? String(from) : `${from}–${to}`,
      message,
      raisedBy: 'reserved: codes of this group without their own meaning are never raised',
    })),
  ).filter(({ codes }) => !own.has(codes));
  return [...single, ...groups].sort((a, b) => a.at - b.at || a.codes.length - b.codes.length);
}

/** Finds rows by code, or by text in the message or cause. */
export function findCodes(query: string): ErrorCodeRow[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return listErrorCodes();
  const number = Number(wanted);
  if (Number.isInteger(number)) {
    const exact = listErrorCodes().filter(({ codes }) => codes === wanted);
    return exact.length > 0 ? exact : listErrorCodes().filter(({ codes }) => isWithin(codes, number));
  }
  return listErrorCodes().filter(({ message, raisedBy }) =>
    `${message} ${raisedBy}`.toLowerCase().includes(wanted),
  );
}

function isWithin(codes: string, number: number): boolean {
  const [from = Number.NaN, to = Number.NaN] = codes.split('–').map(Number);
  return number >= from && number <= to;
}

/** Finds blocks that contain all terms of the query. For a number, error codes come first. */
export function searchHelp(topics: readonly Topic[], query: string): HelpHit[] {
  const terms = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  const codes = findCodes(query).map(({ codes: code, message }) => ({
    topic: 'error-codes',
    title: 'Error codes',
    section: `Code ${code}`,
    text: message,
  }));
  const isCode = /^-?\d+$/.test(query.trim());
  const pages = topics.flatMap((topic) => findHits(topic, terms));
  return (isCode ? [...codes, ...pages] : [...pages, ...codes]).slice(0, MAX_HITS);
}

function findHits({ id, title, blocks }: Topic, terms: readonly string[]): HelpHit[] {
  const hits: HelpHit[] = [];
  let section: string | undefined;
  let anchor: string | undefined;
  for (const block of blocks) {
    if (block.kind === 'heading') ({ text: section, id: anchor } = block);
    const text = toText(block);
    const searched = `${title} ${section ?? ''} ${text}`.toLowerCase();
    if (text === '' || !terms.every((term) => searched.includes(term))) continue;
    if (!terms.some((term) => text.toLowerCase().includes(term))) continue;
    hits.push({ topic: id, title, section, anchor, text: createExcerpt(text, terms) });
  }
  return hits;
}

function createExcerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...terms.map((term) => lower.indexOf(term)).filter((index) => index >= 0)));
  const start = Math.max(0, at - EXCERPT_MARGIN);
  const end = Math.min(text.length, at + EXCERPT_MARGIN * 2);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
