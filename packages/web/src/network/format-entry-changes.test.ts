import type { ConfigChange, HistoryEntry } from '@northlight/contract';
import { expect, test } from 'vitest';
import { formatEntry, formatEntryChanges } from './format-entry-changes.ts';

const NAME: ConfigChange = {
  path: ['vlans', '20', 'name'],
  item: 'VLAN 20',
  label: 'name',
  setting: 'VLAN 20, name',
  now: 'Guests',
  after: 'Visitors',
};
const POOL: ConfigChange = {
  path: ['dhcpPools', '20'],
  item: 'DHCP pool guests',
  setting: 'DHCP pool guests',
  fields: [],
};
const createEntry = (changes: ConfigChange[], changeCount = changes.length): HistoryEntry => ({
  version: 3,
  title: '2 changes',
  changedBy: 'anna@example.com',
  changedAt: '2026-11-24T14:05:10.000Z',
  changes,
  changeCount,
});

test.each<[string, HistoryEntry, string]>([
  ['a changed field', createEntry([NAME]), 'VLAN 20, name: Guests → Visitors'],
  ['a new field', createEntry([{ ...NAME, now: undefined }]), 'VLAN 20, name: none → Visitors'],
  ['a new item', createEntry([{ ...POOL, after: '10.0.20.10–99' }]), 'DHCP pool guests added'],
  ['a removed item', createEntry([{ ...POOL, now: '10.0.20.10–99' }]), 'DHCP pool guests removed'],
  [
    'several changes',
    createEntry([NAME, { ...POOL, after: 'x' }], 5),
    'VLAN 20, name: Guests → Visitors; DHCP pool guests added; 3 more',
  ],
  ['a version without a difference', createEntry([]), ''],
])('writes the changes of a version: %s', (_title, entry, expected) => {
  expect(formatEntryChanges(entry)).toBe(expected);
});

test.each([
  ['a title that lists the changes', 'Apply VLAN 20, name', 'VLAN 20, name: Guests → Visitors'],
  ['a template', 'Apply VLAN 20 from Hotels', 'VLAN 20, name: Guests → Visitors; from Hotels'],
  ['a title of its own', 'As the demo begins', 'As the demo begins: VLAN 20, name: Guests → Visitors'],
])('formats a version with %s', (_name, title, text) => {
  expect(formatEntry({ ...createEntry([NAME]), title })).toBe(text);
});
