/**
 * Reads messages of devices. Texts and numbers in them come from neighbours, guests and other networks, so that a value
 * that does not match is cleaned or left out with the smallest part of the message that needs it.
 */
import { cleanForeignText, KEY_INVALID } from '@northlight/contract/net';
import type { z } from 'zod';

/** Error of a message that cannot be used at all. */
export class MalformedMessage extends Error {}

export interface CleanMessage<T> {
  readonly message: T;
  /** The message as received, without the parts that were left out. */
  readonly payload: unknown;
  /** Differences from the received message by their number: `join.name shortened`, `join.mac left out`. */
  readonly changes: ReadonlyMap<string, number>;
}

type Key = string | number;
type Issue = z.core.$ZodIssue;
type Container = Record<Key, unknown>;

/** Maximum number of corrections, each of which may reveal that a larger part must be left out. */
const MAX_PASSES = 8;
/** Share of a limit by which a number may exceed it and become the limit: a load of 100.4 % is rounded, not wrong. */
const ROUNDING = 0.01;

/** Parses a message by its schema and cleans it. Throws MalformedMessage if a part is missing without which it has no meaning. */
export function cleanMessage<T>(schema: z.ZodType<T>, payload: unknown): CleanMessage<T> {
  const changes = new Map<string, number>();
  const first = schema.safeParse(payload);
  if (first.success) return { message: first.data, payload, changes };
  const corrected: unknown = structuredClone(payload);
  let { issues } = first.error;
  /** First fault in each member of the message: a required one that is left out for it is missing afterwards. */
  const faults = new Map<Key, string>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const fatal = issues.find((issue) => isFatal(corrected, issue));
    if (fatal)
      throw new MalformedMessage(faults.get((fatal.path as Key[])[0] ?? '') ?? describe(corrected, fatal));
    for (const issue of issues) {
      const [member] = issue.path as Key[];
      const { value } = find(corrected, issue.path as Key[]);
      if (member !== undefined && !faults.has(member) && replace(issue, value) === undefined)
        faults.set(member, describe(corrected, issue));
    }
    correct(corrected, issues, changes);
    const parsed = schema.safeParse(corrected);
    if (parsed.success) return { message: parsed.data, payload: corrected, changes };
    issues = parsed.error.issues;
  }
  throw new MalformedMessage(describe(corrected, issues[0]));
}

/** Corrects the values of all issues. Starts with the last items of lists, whose removal moves no others. */
function correct(root: unknown, issues: readonly Issue[], changes: Map<string, number>): void {
  /** Paths that are corrected or removed; further issues at or below them are judged in the next pass. */
  const handled = new Set<string>();
  const sorted = issues.map((issue) => ({ issue, path: issue.path as Key[] }));
  sorted.sort((a, b) => comparePaths(b.path, a.path));
  for (const { issue, path } of sorted) {
    if (path.some((_, index) => handled.has(formatPath(path.slice(0, index + 1))))) continue;
    const { value } = find(root, path);
    const replaced = replace(issue, value);
    // A missing member makes the object around it useless.
    const at = replaced === undefined && value === undefined ? path.slice(0, -1) : path;
    handled.add(formatPath(at));
    const { key, parent } = find(root, at);
    if (parent === undefined || key === undefined) continue;
    if (replaced) parent[key] = replaced.value;
    else if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    const change = replaced?.change ?? (at === path ? 'left out' : 'missing, entry left out');
    const label = `${path.filter((part) => typeof part === 'string').join('.')} ${change}`;
    changes.set(label, (changes.get(label) ?? 0) + 1);
  }
}

/** Returns true if the message itself or a required member of it is wrong. */
const isFatal = (root: unknown, { path }: Issue): boolean =>
  path.length === 0 || (path.length === 1 && find(root, path as Key[]).value === undefined);

/** Returns the value that takes the place of one that does not match; undefined if there is none. */
function replace(issue: Issue, value: unknown): { value: unknown; change: string } | undefined {
  if (issue.code === 'invalid_union')
    return issue.errors
      .flat()
      .filter(({ path }) => path.length === 0)
      .map((inner) => replace(inner, value))
      .find((replaced) => replaced !== undefined);
  if (typeof value === 'string' && (issue.code === 'custom' || issue.code === 'too_big')) {
    if (issue.message === KEY_INVALID) return undefined;
    const max = issue.code === 'too_big' ? Number(issue.maximum) : value.length;
    const text = cleanForeignText(value, max);
    if (text === value) return undefined;
    return { value: text, change: issue.code === 'too_big' ? 'shortened' : 'without unprintable characters' };
  }
  if (issue.code === 'too_big' && Array.isArray(value))
    return { value: value.slice(0, Number(issue.maximum)), change: 'shortened' };
  if (typeof value !== 'number' || issue.code === 'custom') return undefined;
  // A limit that is not allowed itself cannot take the place of the value.
  if ('inclusive' in issue && issue.inclusive === false) return undefined;
  const limit =
    issue.code === 'too_big'
      ? Number(issue.maximum)
      : issue.code === 'too_small'
        ? Number(issue.minimum)
        : NaN;
  return Math.abs(value - limit) <= Math.abs(limit) * ROUNDING
    ? { value: limit, change: 'rounded' }
    : undefined;
}

/** Returns the value at a path, with the object or list that contains it. */
function find(
  root: unknown,
  path: readonly Key[],
): { parent?: Container; key?: Key | undefined; value: unknown } {
  const key = path.at(-1);
  if (key === undefined) return { value: root };
  const { value: parent } = find(root, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null) return { value: undefined };
  const container = parent as Container;
  return { parent: container, key, value: Object.hasOwn(container, key) ? container[key] : undefined };
}

const formatPath = (path: readonly Key[]): string => JSON.stringify(path);

function comparePaths(a: readonly Key[], b: readonly Key[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [x, y] = [a[index], b[index]];
    if (x === y) continue;
    return typeof x === 'number' && typeof y === 'number' ? x - y : String(x) < String(y) ? -1 : 1;
  }
  return a.length - b.length;
}

/** Returns the reason of a refusal: `caps.ports is missing`, `sev: Invalid option …`. */
function describe(root: unknown, issue: Issue | undefined): string {
  if (!issue || issue.path.length === 0) return 'is not an object with the members of its channel';
  const path = issue.path.join('.');
  const isMissing = find(root, issue.path as Key[]).value === undefined;
  return isMissing ? `${path} is missing` : `${path}: ${issue.message}`;
}
