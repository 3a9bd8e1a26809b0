import { findCapabilities } from '@northlight/contract';
import { expect, test } from 'vitest';
import { findManagementErrors, toManagement, toManagementValues } from './management-values.ts';

const caps = findCapabilities('NL-SW8P');
if (!caps) throw new Error('There is no model NL-SW8P.');
const scope = { caps, lanAddresses: ['192.168.1.1'] };
const FIXED = {
  mode: 'static' as const,
  vlanId: 1,
  ip: '192.168.1.9',
  prefix: 24,
  gateway: '192.168.1.1',
  dns: ['9.9.9.9', '1.1.1.1'],
};

test('converts settings to form values and back', () => {
  expect(toManagement(toManagementValues(FIXED))).toEqual(FIXED);
  expect(toManagement(toManagementValues(undefined))).toEqual({ mode: 'dhcp', vlanId: 1 });
});

test.each([
  [{}, []],
  [{ ip: '192.168.1.1', gateway: '192.168.1.2' }, ['ip']],
  [{ ip: '8.8.8.8', gateway: '8.8.8.1' }, ['ip']],
  [{ gateway: '192.168.1.255' }, ['gateway']],
  [{ dns: '9.9.9.9; 9.9.9.9' }, ['dns']],
  [{ vlanId: '' }, ['vlanId']],
  [{ vlanId: '4095', ip: '192.168.1.0', dns: '127.0.0.1' }, ['vlanId', 'dns', 'ip']],
])('reports the errors of %j on the fields %j', (change, fields) => {
  const values = { ...toManagementValues(FIXED), ...change };
  expect(Object.keys(findManagementErrors(values, {}, scope))).toEqual(fields);
});
