import type { ConfigChange } from '@northlight/contract';

export interface ItemChanges {
  /** Path of the item: its list and its key. */
  readonly path: readonly string[];
  /** Device whose own setting the item is; absent for the configuration of the project. */
  readonly device?: ConfigChange['device'];
  /** Title of the item, for example `VLAN 20`; empty for settings of the whole device in a list of one device. */
  readonly title: string;
  readonly kind: 'new' | 'removed' | 'changed';
  readonly fields: readonly {
    readonly label: string;
    readonly now: string | undefined;
    readonly after: string | undefined;
  }[];
}

/** Title of the settings of a device that belong to no port. */
const OTHER_SETTINGS = 'Device settings';

/** Number of leading parts of a change's path that name its item. */
const ITEM_PARTS = 2;

/**
 * Groups changes by their item, in the order of first appearance. A new or removed item has one change per
 * field.
 */
export function groupChanges(changes: readonly ConfigChange[]): readonly ItemChanges[] {
  const groups = new Map<string, ConfigChange[]>();
  for (const change of changes) {
    const item = change.item === '' ? '' : change.path.slice(0, ITEM_PARTS).join('/');
    const key = `${change.device?.id ?? ''} ${item}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [toItem(first, rest)] : []));
}

function toItem(first: ConfigChange, rest: readonly ConfigChange[]): ItemChanges {
  const { device } = first;
  const item = {
    path: first.path.slice(0, ITEM_PARTS),
    title: device && first.item === '' ? OTHER_SETTINGS : first.item,
    ...(device && { device }),
  };
  if (first.label !== undefined || item.title === '')
    return {
      ...item,
      kind: 'changed',
      fields: [first, ...rest].map(({ after, label, now, setting }) => ({
        label: label ?? setting,
        now,
        after,
      })),
    };
  const isNew = first.now === undefined;
  const whole = [{ label: 'settings', value: (isNew ? first.after : first.now) ?? '' }];
  return {
    ...item,
    kind: isNew ? 'new' : 'removed',
    fields: (first.fields ?? whole).map(({ label, value }) => ({
      label,
      now: isNew ? undefined : value,
      after: isNew ? value : undefined,
    })),
  };
}
