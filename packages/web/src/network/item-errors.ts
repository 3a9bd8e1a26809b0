import {
  checkNetworkConfig,
  faultsOf,
  fieldsOf,
  type NetworkConfig,
  type NetworkScope,
  type RuleViolation,
} from '@northlight/contract';
import type { z } from 'zod';
import { type ItemOf, itemsOf, keyOf, type ListName, withItems } from './staged-lists.ts';

interface Edited<L extends ListName> {
  readonly list: L;
  readonly next: ItemOf<L>;
  /** Key of the item in whose place it goes. */
  readonly replaced: string | undefined;
  readonly schema: z.ZodType;
}

/**
 * What is wrong with one item, by the dotted path inside it, in the words of the rules that the server holds it to as
 * well. What concerns the list as a whole is under the empty path.
 */
export function itemErrors<L extends ListName>(
  { list, next, replaced, schema }: Edited<L>,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> {
  // Last in its list, every clash is reported on it and not on its neighbour.
  const others = itemsOf(config, list).filter((item) => keyOf(list, item) !== replaced);
  const ofItem = ({ path, ...found }: RuleViolation): RuleViolation[] => {
    if (path !== list && !path.startsWith(`${list}.`)) return [];
    const [index, ...rest] = list === 'lan' ? ['', path.slice(4)] : path.slice(list.length + 1).split('.');
    return !index || Number(index) === others.length ? [{ ...found, path: rest.join('.') }] : [];
  };
  const faults = faultsOf(schema, next, () =>
    checkNetworkConfig(withItems(config, list, [...others, next]), scope).flatMap(ofItem),
  );
  return { ...fieldsOf(faults) };
}

/** Errors by path, moved to the fields of a form; the first of a field stays. */
export function onFields(
  errors: Readonly<Record<string, string>>,
  fieldOf: (path: string) => string,
): Record<string, string> {
  const moved: Record<string, string> = {};
  for (const [path, message] of Object.entries(errors)) moved[fieldOf(path)] ??= message;
  return moved;
}
