import {
  checkNetworkConfig,
  findViolations,
  groupByField,
  type NetworkConfig,
  type NetworkScope,
  type RuleViolation,
} from '@northlight/contract';
import type { z } from 'zod';
import { getItems, getKey, type ItemOf, type ListName, replaceItems } from '../draft/index.ts';

interface Edited<L extends ListName> {
  readonly list: L;
  readonly next: ItemOf<L>;
  /** Key of the replaced item; undefined for a new item. */
  readonly replaced: string | undefined;
  readonly schema: z.ZodType;
}

/**
 * Returns the errors of one item by the dotted path inside it, from the same rules as on the server. The
 * empty path has the errors of the whole list.
 */
export function findItemErrors<L extends ListName>(
  { list, next, replaced, schema }: Edited<L>,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> {
  // Checks the item as the last of its list, so that a conflict is reported on this item and not on the other
  // one.
  const others = getItems(config, list).filter((item) => getKey(list, item) !== replaced);
  const ofItem = ({ path, ...found }: RuleViolation): RuleViolation[] => {
    if (path !== list && !path.startsWith(`${list}.`)) return [];
    const [index, ...rest] = list === 'lan' ? ['', path.slice(4)] : path.slice(list.length + 1).split('.');
    return !index || Number(index) === others.length ? [{ ...found, path: rest.join('.') }] : [];
  };
  const violations = findViolations(schema, next, () =>
    checkNetworkConfig(replaceItems(config, list, [...others, next]), scope).flatMap(ofItem),
  );
  return { ...groupByField(violations) };
}

/** Converts errors by path to errors by form field; keeps the first error of each field. */
export function mapToFields(
  errors: Readonly<Record<string, string>>,
  fieldOf: (path: string) => string,
): Record<string, string> {
  const moved: Record<string, string> = {};
  for (const [path, message] of Object.entries(errors)) moved[fieldOf(path)] ??= message;
  return moved;
}
