import type { DeliveryDevice, NetworkConfig } from '@northlight/contract';
import { describe, expect, it, test } from 'vitest';
import {
  describeDeliveredState,
  describeDraftState,
  findRemovedRows,
  isRowPending,
  listUsers,
} from './item-state.ts';
import { revertItem } from '../draft/index.ts';

const device = (
  name: string,
  state: DeliveryDevice['state'],
  ...parts: DeliveryDevice['parts']
): DeliveryDevice => ({ id: name, name, state, parts });
const idOf = ({ id }: { readonly id: string }) => id;
const row = (id: string, value = 0) => ({ id, value });

describe('state of an item', () => {
  test.each<[string, readonly DeliveryDevice['state'][], boolean, string, string]>([
    ['“No device” if no device uses it', [], true, 'No device', 'settled'],
    ['“Applied” if its only device has confirmed it', ['confirmed'], false, 'Applied', 'settled'],
    ['“Applied” while only another item is being sent', ['sending'], false, 'Applied', 'settled'],
    ['“Sending” while it is sent to its only device', ['sending'], true, 'Sending', 'waiting'],
    [
      '“Sending 1 of 3” while it is sent to one of three devices',
      ['confirmed', 'sending', 'offline'],
      true,
      'Sending 1 of 3',
      'waiting',
    ],
    [
      '“Waiting 1 of 2” if one of two devices is offline',
      ['confirmed', 'offline'],
      true,
      'Waiting 1 of 2',
      'waiting',
    ],
    [
      '“Failed 1 of 3” if one of three devices has refused it',
      ['confirmed', 'sending', 'failed'],
      true,
      'Failed 1 of 3',
      'failed',
    ],
    ['“Failed” if its device runs another configuration', ['differs'], true, 'Failed', 'failed'],
  ])('is %s', (_title, states, isPending, label, tone) => {
    const users = states.map((state, index) => device(`D${index}`, state, 'gateway'));
    expect(describeDeliveredState(users, isPending)).toMatchObject({ label, tone });
  });

  it('names the offline devices that have not confirmed the item', () => {
    const users = ['A', 'B', 'C', 'D'].map((name) => device(name, 'offline', 'wireless'));
    expect(describeDeliveredState(users, true).detail).toBe(
      'A, B, C and 1 more are offline and receive it on return.',
    );
    expect(describeDeliveredState(users.slice(0, 1), true).detail).toBe(
      'A is offline and receives it on return.',
    );
  });

  it('is that of the draft until the draft is applied', () => {
    expect(describeDraftState('removed')).toMatchObject({ label: 'Removed', tone: 'draft' });
  });
});

test('lists the devices that receive the items of a list', () => {
  const devices = [
    device('gateway', 'confirmed', 'gateway', 'vlans'),
    device('switch', 'confirmed', 'vlans'),
    device('ap', 'confirmed', 'wireless'),
  ];
  const names = (list: Parameters<typeof listUsers>[0]) =>
    listUsers(list, { devices }).map(({ name }) => name);
  expect(names('vlans')).toEqual(['gateway', 'switch']);
  expect(names('dhcpPools')).toEqual(['gateway']);
  expect(names('wireless.policies')).toEqual(['ap']);
  expect(listUsers('vlans', undefined)).toEqual([]);
});

describe('removed rows', () => {
  it('stay listed until every device has confirmed the removal', () => {
    const removed = findRemovedRows(
      { rows: [row('a')], baseRows: [row('a'), row('b')], beforeRows: [row('a'), row('b'), row('c')] },
      idOf,
    );
    expect([...removed].map(([id, { removal }]) => [id, removal])).toEqual([
      ['c', 'devices'],
      ['b', 'draft'],
    ]);
  });

  it('are no longer listed when every device has confirmed the applied configuration', () => {
    expect(
      findRemovedRows({ rows: [row('a')], baseRows: [row('a')], beforeRows: undefined }, idOf).size,
    ).toBe(0);
  });
});

it('marks a row as pending if it differs from the last configuration that every device confirmed', () => {
  const beforeRows = [row('a'), row('b', 1)];
  expect(isRowPending(row('a'), { beforeRows }, idOf)).toBe(false);
  expect(isRowPending(row('b', 2), { beforeRows }, idOf)).toBe(true);
  expect(isRowPending(row('c'), { beforeRows }, idOf)).toBe(true);
  expect(isRowPending(row('c'), { beforeRows: undefined }, idOf)).toBe(false);
});

describe('a reverted item', () => {
  const vlan = (id: number, name = `v${id}`) => ({ id, name, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
  const config = (...vlans: NetworkConfig['vlans']): NetworkConfig => ({ vlans, dhcpPools: [] });
  const base = config(vlan(10), vlan(20), vlan(30));

  it('has the values and the position that it has in the base', () => {
    expect(revertItem(config(vlan(10), vlan(30)), base, 'vlans', '20')).toEqual(base);
    expect(revertItem(config(vlan(10), vlan(20, 'x'), vlan(30)), base, 'vlans', '20')).toEqual(base);
  });

  it('is removed if the base does not have it, and other edits are kept', () => {
    const edited = config(vlan(10, 'x'), vlan(20), vlan(30), vlan(40));
    expect(revertItem(edited, base, 'vlans', '40')).toEqual(config(vlan(10, 'x'), vlan(20), vlan(30)));
  });

  it('can be the LAN', () => {
    const lan = { ip: '10.9.0.1', prefix: 24 };
    expect(revertItem({ ...base, lan }, base, 'lan', 'lan')).toEqual(base);
    expect(revertItem(base, { ...base, lan }, 'lan', 'lan')).toEqual({ ...base, lan });
  });
});
