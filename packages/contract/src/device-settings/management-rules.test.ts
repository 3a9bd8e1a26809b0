import { expect, test } from 'vitest';
import { findCapabilities } from '../devices/models.ts';
import { ERRORS } from '../kit/index.ts';
import { findViolations } from '../kit/violation.ts';
import { checkDeviceSettings } from './rules.ts';
import { deviceSettings } from './schema.ts';

const FIXED = {
  mode: 'static',
  vlanId: 1,
  ip: '10.0.40.12',
  prefix: 24,
  gateway: '10.0.40.1',
  dns: ['10.0.40.1'],
};
const LAN_ADDRESSES = ['10.0.40.1', '192.168.1.1'];
const VIDEO_MODELS = ['NL-NVR16', 'NL-IPC4B', 'NL-IPC4D'];

function check(model: string, management: object): string[] {
  const caps = findCapabilities(model)!;
  const violations = findViolations(deviceSettings, { management }, (settings) =>
    checkDeviceSettings(settings, { caps, lanAddresses: LAN_ADDRESSES }),
  );
  return [...new Set(violations.map(({ error, path }) => `${path} ${ERRORS[error].code}`))];
}

const CASES: readonly (readonly [what: string, management: object, violations: readonly string[]])[] = [
  ['a fixed address', FIXED, []],
  ['DHCP in another VLAN', { mode: 'dhcp', vlanId: 40 }, []],
  ['a public address', { ...FIXED, ip: '8.8.8.8', gateway: '8.8.8.9', dns: [] }, ['management.ip 400']],
  ['no address', { ...FIXED, ip: '' }, ['management.ip 400']],
  ['a loopback address of a DNS server', { ...FIXED, dns: ['127.0.0.1'] }, ['management.dns.0 400']],
  ['a mask of 31 bits', { ...FIXED, prefix: 31 }, ['management.prefix 400', 'management.gateway 126']],
  ['VLAN 4095', { ...FIXED, vlanId: 4095 }, ['management.vlanId 105']],
  ['the address of the gateway', { ...FIXED, ip: '10.0.40.1', gateway: '10.0.40.9' }, ['management.ip 102']],
  ['the last address of the network', { ...FIXED, ip: '10.0.40.255' }, ['management.ip 109']],
  ['a gateway in another network', { ...FIXED, gateway: '10.0.41.1' }, ['management.gateway 126']],
  ['itself as the gateway', { ...FIXED, gateway: '10.0.40.12' }, ['management.gateway 126']],
  ['one DNS server twice', { ...FIXED, dns: ['9.9.9.9', '9.9.9.9'] }, ['management.dns.1 118']],
];

test.each(VIDEO_MODELS.flatMap((model) => CASES.map((row) => [model, ...row] as const)))(
  'the address of %s: %s',
  (model, _what, management, violations) => expect(check(model, management)).toEqual(violations),
);

test.each(VIDEO_MODELS)('%s has no settings beside its address', (model) => {
  const caps = findCapabilities(model)!;
  const settings = { spanningTree: { enabled: true, priority: 4096 } };
  const violations = checkDeviceSettings(settings, { caps, lanAddresses: [] });
  expect(violations).toMatchObject([{ error: 'unsupportedFeature', path: 'spanningTree' }]);
});
