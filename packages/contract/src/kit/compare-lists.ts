import type { ConfigChange } from './config-change.ts';

/** One field of an item: its name in a change's path, its label, and its value as text. */
export type ItemField = readonly [field: string, label: string, value: string];

export interface ListDescription<T> {
  /** First part of the path of changes. */
  readonly list: string;
  readonly key: (item: T) => number | string;
  readonly title: (item: T) => string;
  readonly listFields: (item: T) => ItemField[];
  /** Returns true if a secret has changed; secrets are compared but never shown. */
  readonly isNewSecret?: (old: T, fresh: T) => boolean;
}

/**
 * Returns the changes between two lists: one line for a new or removed item, otherwise one line per changed
 * field.
 */
export function compareLists<T>(
  now: readonly T[] = [],
  after: readonly T[] = [],
  description: ListDescription<T>,
): ConfigChange[] {
  const { key, listFields, list, title } = description;
  const [before, later] = [now, after].map(
    (items) => new Map(items.map((item) => [key(item), item] as const)),
  );
  const whole = (item: T) => ({ path: [list, String(key(item))], item: title(item), setting: title(item) });
  const summary = (item: T): string =>
    listFields(item)
      .map(([, label, value]) => `${label} ${value}`)
      .join('; ');
  const fields = (item: T) => listFields(item).map(([, label, value]) => ({ label, value }));
  const removed = now
    .filter((item) => !later?.has(key(item)))
    .map((item) => ({ ...whole(item), now: summary(item), fields: fields(item) }));
  const kept = after.flatMap((item): ConfigChange[] => {
    const old = before?.get(key(item));
    if (old === undefined) return [{ ...whole(item), after: summary(item), fields: fields(item) }];
    const changed = compareFields(whole(item), listFields(old), listFields(item));
    return description.isNewSecret?.(old, item)
      ? [...changed, createFieldChange(whole(item), 'password', 'password', 'not shown', 'changed')]
      : changed;
  });
  return [...removed, ...kept];
}

type Item = Pick<ConfigChange, 'path' | 'item'>;

/** Returns the changes between two states of one item, one line per changed field. */
export function compareFields(
  item: Item,
  now: readonly ItemField[],
  after: readonly ItemField[],
): ConfigChange[] {
  const [old, fresh] = [now, after].map((all) => new Map(all.map((field) => [field[0], field] as const)));
  const fields = [
    ...(fresh?.keys() ?? []),
    ...[...(old?.keys() ?? [])].filter((field) => !fresh?.has(field)),
  ];
  return fields.flatMap((field) => {
    const [was, is] = [old?.get(field), fresh?.get(field)];
    return was?.[2] === is?.[2]
      ? []
      : [createFieldChange(item, field, (is ?? was)?.[1] ?? field, was?.[2] ?? 'none', is?.[2] ?? 'none')];
  });
}

function createFieldChange(
  { item, path }: Item,
  field: string,
  label: string,
  now: string,
  after: string,
): ConfigChange {
  return {
    path: [...path, field],
    item,
    label,
    setting: item === '' ? label : `${item}, ${label}`,
    now,
    after,
  };
}
