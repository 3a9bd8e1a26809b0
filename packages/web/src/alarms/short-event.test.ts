import { expect, test } from 'vitest';
import { shortenEvent } from './short-event.ts';

test.each([
  ['AP 1 is offline.', 'Offline.'],
  ['AP 1: port P1 does not carry VLAN 20.', 'Port P1 does not carry VLAN 20.'],
  ['AP 1 changes its parent repeatedly.', 'Changes its parent repeatedly.'],
  ['AP 1 has 120 clients.', 'Has 120 clients.'],
  ['AP 10 is offline.', 'AP 10 is offline.'],
  ['Channel changed from 36 to 44', 'Channel changed from 36 to 44'],
  ['AP 1', 'AP 1'],
])('%j is written as %j beside the name of the device', (event, short) => {
  expect(shortenEvent({ event, device: { id: 'a', name: 'AP 1', mac: '', model: '' } })).toBe(short);
  expect(shortenEvent({ event })).toBe(event);
});
