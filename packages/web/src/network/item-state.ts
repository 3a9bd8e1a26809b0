import { type DeliveryDevice, isSame, type NetworkDelivery } from '@northlight/contract';
import { formatPlural } from '../kit/format/index.ts';
import type { ListName, Mark } from '../draft/index.ts';

/**
 * State of an item of the network configuration: that of the draft if it changes the item, otherwise that of
 * the devices that use it.
 */
export interface ItemState {
  /** Short label, for example `New`, `Sending` or `Applied`. */
  readonly label: string;
  /** Sentence about the devices on which the label is based. */
  readonly detail?: string;
  readonly tone: 'draft' | 'waiting' | 'failed' | 'settled';
}

/**
 * Where the item is removed: in the draft, or in the applied configuration while a device may still use it.
 */
export type RemovalStage = 'draft' | 'devices';

/** Returns the devices that receive the items of a list. */
export function listUsers(
  list: ListName,
  delivery: Pick<NetworkDelivery, 'devices'> | undefined,
): readonly DeliveryDevice[] {
  const devices = delivery?.devices ?? [];
  if (list.startsWith('wireless.')) return devices.filter(({ parts }) => parts.includes('wireless'));
  if (list === 'bridgeLinks') return devices.filter(({ parts }) => parts.includes('bridge'));
  if (list === 'vlans')
    return devices.filter(({ parts }) => parts.includes('vlans') || parts.includes('gateway'));
  return devices.filter(({ parts }) => parts.includes('gateway'));
}

const DRAFT_LABELS = { new: 'New', changed: 'Changed', removed: 'Removed' } as const;

export const describeDraftState = (mark: NonNullable<Mark> | 'removed'): ItemState => ({
  label: DRAFT_LABELS[mark],
  detail: 'Part of your draft. Not sent to devices yet.',
  tone: 'draft',
});

/** State of an applied item that the gateway, by its name, cannot apply. It is not sent to the gateway. */
export const describeUnsupportedState = (gateway: string): ItemState => ({
  label: `Not supported by ${gateway}`,
  detail: `${gateway} cannot apply it, so that it is not sent. Remove it, or use another gateway.`,
  tone: 'failed',
});

/** State that is shown for an applied item until the answers of the devices are loaded. */
export const UNKNOWN_STATE: ItemState = { label: '–', tone: 'settled' };

/**
 * Describes the state of an item that no draft changes. `isPending` is true if the item differs from the last
 * configuration that all devices have confirmed.
 */
export function describeDeliveredState(users: readonly DeliveryDevice[], isPending: boolean): ItemState {
  if (users.length === 0)
    return { label: 'No device', detail: 'No device of the project uses it yet.', tone: 'settled' };
  const confirmed = users.filter(({ state }) => state === 'confirmed');
  const detail =
    users.length === 1
      ? `Confirmed by ${users[0]?.name}.`
      : `Confirmed by ${confirmed.length} of ${users.length} devices.`;
  if (!isPending || confirmed.length === users.length)
    return {
      label: 'Applied',
      detail: users.length === 1 ? detail : `Confirmed by ${formatPlural(users.length, 'device')}.`,
      tone: 'settled',
    };
  const count = users.length === 1 ? '' : ` ${confirmed.length} of ${users.length}`;
  const failed = users.filter(({ state }) => state === 'failed' || state === 'differs');
  if (failed.length > 0)
    return { label: `Failed${count}`, detail: `${listNames(failed)} did not apply it.`, tone: 'failed' };
  if (users.some(({ state }) => state === 'sending'))
    return { label: `Sending${count}`, detail, tone: 'waiting' };
  const offline = users.filter(({ state }) => state === 'offline');
  return {
    label: `Waiting${count}`,
    detail: `${listNames(offline)} ${offline.length === 1 ? 'is offline and receives' : 'are offline and receive'} it on return.`,
    tone: 'waiting',
  };
}

const NAMED_MAX = 3;

function listNames(devices: readonly DeliveryDevice[]): string {
  const names = devices.slice(0, NAMED_MAX).map(({ name }) => name);
  const more = devices.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export interface ItemLists<T> {
  readonly rows: readonly T[];
  readonly baseRows: readonly T[];
  /**
   * Rows of the last configuration that every device has confirmed; undefined if the applied configuration is
   * confirmed.
   */
  readonly beforeRows: readonly T[] | undefined;
}

/**
 * Returns the removed rows that are still shown, by id, and whether the draft or the applied configuration
 * removes each.
 */
export function findRemovedRows<T>(
  { baseRows, beforeRows = [], rows }: ItemLists<T>,
  idOf: (row: T) => string,
): ReadonlyMap<string, { readonly row: T; readonly removal: RemovalStage }> {
  const ids = new Set(rows.map(idOf));
  const inBase = new Set(baseRows.map(idOf));
  const removed = new Map<string, { row: T; removal: RemovalStage }>();
  for (const row of beforeRows)
    if (!ids.has(idOf(row)) && !inBase.has(idOf(row))) removed.set(idOf(row), { row, removal: 'devices' });
  for (const row of baseRows) if (!ids.has(idOf(row))) removed.set(idOf(row), { row, removal: 'draft' });
  return removed;
}

/** Returns true if an applied row differs from the last configuration that every device has confirmed. */
export function isRowPending<T>(
  row: T,
  { beforeRows }: Pick<ItemLists<T>, 'beforeRows'>,
  idOf: (row: T) => string,
): boolean {
  if (beforeRows === undefined) return false;
  const before = beforeRows.find((each) => idOf(each) === idOf(row));
  return !isSame(before, row);
}
