import { z } from 'zod';

/** Values in OVSDB notation (RFC 7047 §5.1). */
export type Reference = readonly ['uuid' | 'named-uuid', string];
export type Atom = string | number | boolean | Reference;
export type OvsValue =
  | Atom
  | readonly ['set', readonly Atom[]]
  | readonly ['map', readonly (readonly [Atom, Atom])[]];
export type OvsRow = Readonly<Record<string, OvsValue>>;
export type OvsOperation = { readonly op: string } & Readonly<Record<string, unknown>>;

export const setOf = (atoms: readonly Atom[]): OvsValue => ['set', atoms];
export const mapOf = (entries: Readonly<Record<string, string>>): OvsValue => [
  'map',
  Object.entries(entries),
];
export const uuid = (id: string): Reference => ['uuid', id];
export const named = (name: string): Reference => ['named-uuid', name];

const uuidValue = z.tuple([z.literal('uuid'), z.string()]).transform(([, id]) => id);
const setValue = z.tuple([z.literal('set'), z.array(z.unknown())]).transform(([, atoms]) => atoms);
const mapValue = z
  .tuple([z.literal('map'), z.array(z.tuple([z.string(), z.unknown()]))])
  .transform(([, entries]) => Object.fromEntries(entries));

/** Returns a set as an array; OVSDB writes a set of one element as the bare element. */
export function atomsOf(value: unknown): unknown[] {
  const { data } = setValue.safeParse(value);
  return data ?? (value === undefined ? [] : [value]);
}

export const uuidsOf = (value: unknown): string[] =>
  atomsOf(value).flatMap((atom) => uuidValue.safeParse(atom).data ?? []);
export const uuidOf = (value: unknown): string | undefined => uuidsOf(value)[0];
export const numbersOf = (value: unknown): number[] =>
  atomsOf(value).flatMap((atom) => (typeof atom === 'number' ? [atom] : []));
export const textOf = (value: unknown): string | undefined =>
  atomsOf(value).find((atom) => typeof atom === 'string');
export const mapFrom = (value: unknown): Record<string, unknown> => mapValue.safeParse(value).data ?? {};
