import { checkNetworkConfig, type NetworkConfig, type NetworkScope } from '@northlight/contract';
import type { z } from 'zod';
import { zodErrors } from '../kit/form/zod-errors.ts';
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
  const errors = zodErrors(schema, next);
  if (Object.keys(errors).length > 0) return errors;
  // Last in its list, every clash is reported on it and not on its neighbour.
  const others = itemsOf(config, list).filter((item) => keyOf(list, item) !== replaced);
  const found = checkNetworkConfig(withItems(config, list, [...others, next]), scope);
  for (const { path, message } of found) {
    if (path !== list && !path.startsWith(`${list}.`)) continue;
    const [index, ...rest] = list === 'lan' ? ['', path.slice(4)] : path.slice(list.length + 1).split('.');
    if (!index || Number(index) === others.length) errors[rest.join('.')] ??= message;
  }
  return errors;
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
