import type { DeviceVlans } from '@northlight/contract';
import { expect, test } from 'vitest';
import { listVlanFacts } from './LinkFacts.tsx';

const createVlans = (
  deviceId: string,
  untagged: readonly number[],
  tagged: readonly number[],
): DeviceVlans => ({
  deviceId,
  ports: [{ id: 'p1', untagged: [...untagged], tagged: [...tagged] }],
  ssids: [],
});
const LINK = { upper: { nodeId: 'core', port: 'p1' }, lower: { nodeId: 'access', port: 'p1' } };

test('writes the VLANs of equal ports once', () => {
  const vlans = [createVlans('core', [1], [20, 30]), createVlans('access', [1], [20, 30])];
  expect(listVlanFacts(LINK, vlans)).toEqual([{ label: 'VLANs', value: '1 untagged; 20, 30 tagged' }]);
});

test('names the VLANs that only one of two ports sends tagged', () => {
  const vlans = [createVlans('core', [1], [30]), createVlans('access', [1], [20, 30])];
  expect(listVlanFacts(LINK, vlans)).toEqual([
    { label: 'VLANs, upper end', value: '1 untagged; 30 tagged' },
    { label: 'VLANs, lower end', value: '1 untagged; 20, 30 tagged' },
    { label: 'VLAN mismatch', value: 'VLAN 20' },
  ]);
});

test('names a VLAN that is tagged at one end and untagged at the other', () => {
  const vlans = [createVlans('core', [20], []), createVlans('access', [1], [20])];
  expect(listVlanFacts(LINK, vlans).at(-1)).toEqual({ label: 'VLAN mismatch', value: 'VLAN 20' });
});

test('omits an end whose device sets no VLANs', () => {
  expect(listVlanFacts(LINK, [createVlans('core', [20], [])])).toEqual([
    { label: 'VLANs, upper end', value: '20 untagged' },
  ]);
  expect(listVlanFacts(LINK, [createVlans('access', [], [])])).toEqual([
    { label: 'VLANs, lower end', value: 'None' },
  ]);
  expect(listVlanFacts(LINK, [])).toEqual([]);
});
