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

export const encodeSet = (atoms: readonly Atom[]): OvsValue => ['set', atoms];
export const encodeMap = (entries: Readonly<Record<string, string>>): OvsValue => [
  'map',
  Object.entries(entries),
];
export const createReference = (id: string): Reference => ['uuid', id];
export const createNamedReference = (name: string): Reference => ['named-uuid', name];

const uuidValue = z.tuple([z.literal('uuid'), z.string()]).transform(([, id]) => id);
const setValue = z.tuple([z.literal('set'), z.array(z.unknown())]).transform(([, atoms]) => atoms);
const mapValue = z
  .tuple([z.literal('map'), z.array(z.tuple([z.string(), z.unknown()]))])
  .transform(([, entries]) => Object.fromEntries(entries));

/** Returns a set as an array; OVSDB writes a set of one element as the bare element. */
export function readAtoms(value: unknown): unknown[] {
  const { data } = setValue.safeParse(value);
  return data ?? (value === undefined ? [] : [value]);
}

export const readUuids = (value: unknown): string[] =>
  readAtoms(value).flatMap((atom) => uuidValue.safeParse(atom).data ?? []);
export const readUuid = (value: unknown): string | undefined => readUuids(value)[0];
export const readNumbers = (value: unknown): number[] =>
  readAtoms(value).flatMap((atom) => (typeof atom === 'number' ? [atom] : []));
export const readText = (value: unknown): string | undefined =>
  readAtoms(value).find((atom) => typeof atom === 'string');
export const readMap = (value: unknown): Record<string, unknown> => mapValue.safeParse(value).data ?? {};
