import type { DeviceConfig, LocalChange } from '@northlight/contract/device-protocol';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { passTime } from '../testing/index.ts';
import { CREDENTIAL, ID, startWorld, listConfigStates, VLAN_30, VLAN_40 } from '../testing/link-world.ts';
import { mergeLocalChange } from './local-change.ts';

const fixed = (ip: string, port = 'wan1'): LocalChange => ({
  wan: [{ port, mode: 'static', ip, prefix: 24, gateway: '203.0.113.1', dns: [] }],
});
const active = { rev: 3, hash: 'h3', config: VLAN_30 };
const computeHash = (config: DeviceConfig): string => hashSha256Hex(formatCanonicalJson(config));

async function online(saved = {}) {
  const world = startWorld({ saved: { credential: CREDENTIAL, active, ...saved } });
  await world.link.boot();
  await passTime(world.clock, 2_000);
  return world;
}

test('a local change replaces the settings of its port only', () => {
  const config: DeviceConfig = {
    ...VLAN_30,
    wan: [
      { port: 'wan1', mode: 'dhcp', dns: [] },
      { port: 'wan2', mode: 'dhcp', dns: ['9.9.9.9'] },
    ],
  };
  expect(mergeLocalChange(config, fixed('203.0.113.9', 'wan2')).wan).toEqual([
    { port: 'wan1', mode: 'dhcp', dns: [] },
    ...fixed('203.0.113.9', 'wan2').wan,
  ]);
  expect(mergeLocalChange(VLAN_30, fixed('203.0.113.9')).wan).toEqual(fixed('203.0.113.9').wan);
});

test('applies a local change at once, saves it, and reports it in a birth', async () => {
  const { clock, cloud, driver, link, store } = await online();
  expect(await link.applyLocalChange(fixed('203.0.113.9'))).toMatchObject([
    { reason: 'The device is managed by its cloud.' },
  ]);
  await link.setManaged('local');
  await passTime(clock, 2_000);
  expect(await link.applyLocalChange(fixed('203.0.113.9'))).toEqual([]);
  const config = mergeLocalChange(VLAN_30, fixed('203.0.113.9'));
  expect(driver.running).toEqual(config);
  expect(await store.load()).toMatchObject({ active: { rev: 3, config }, local: fixed('203.0.113.9') });
  expect((await store.load())?.trial).toBeUndefined();
  await passTime(clock, 2_000);
  const reported = { cfgRev: 3, cfgHash: computeHash(config), cfgLocal: fixed('203.0.113.9') };
  expect(cloud.received('birth').at(-1)).toMatchObject({ ...reported, managed: 'local' });
  await link.setManaged('cloud');
  await passTime(clock, 2_000);
  expect(cloud.received('birth').at(-1)).toMatchObject({ ...reported, managed: 'cloud' });
  // The next configuration of the cloud replaces the local change.
  cloud.push(ID, 4, VLAN_30);
  await passTime(clock, 2_000);
  expect(listConfigStates(cloud).at(-1)).toBe('4 applied');
  expect(await store.load()).toMatchObject({ active: { rev: 4 } });
  expect((await store.load())?.local).toBeUndefined();
});

test('a rejected local change leaves the device unchanged', async () => {
  const { clock, driver, link, store } = await online({ managed: 'local' });
  driver.outcome = { status: 'rejected', issues: [{ path: 'wan.0.ip', reason: 'No such address.' }] };
  expect(await link.applyLocalChange(fixed('203.0.113.9'))).toMatchObject([{ reason: 'No such address.' }]);
  expect(await store.load()).toMatchObject({ active });
  expect((await store.load())?.local).toBeUndefined();
  driver.outcome = { status: 'applied', issues: [] };
  expect(await link.applyLocalChange(fixed('203.0.113.10'))).toEqual([]);
  expect(await link.applyLocalChange({ wan: [{ port: 'wan2', mode: 'dhcp', dns: [] }] })).toEqual([]);
  await passTime(clock, 2_000);
  expect((await store.load())?.local?.wan.map(({ port }) => port)).toEqual(['wan1', 'wan2']);
});

test.each([
  ['is applied again at boot after one interrupted attempt', 1, true],
  ['is dropped at boot after two interrupted attempts', 2, false],
] as const)('a local change %s', async (_title, attempts, runs) => {
  const local = fixed('203.0.113.9');
  const config = mergeLocalChange(VLAN_30, local);
  const trial = { rev: 3, hash: computeHash(config), config, confirmSecs: 60, attempts, local };
  const { clock, cloud, driver, store } = await online({ managed: 'local', trial });
  await passTime(clock, 120_000);
  expect(driver.running).toEqual(runs ? config : VLAN_30);
  expect((await store.load())?.local).toEqual(runs ? local : undefined);
  expect((await store.load())?.trial).toBeUndefined();
  expect(cloud.received('birth').at(-1)?.['cfgLocal']).toEqual(runs ? local : undefined);
  // The device reports no rollback, because no configuration of the cloud was rolled back.
  expect(listConfigStates(cloud)).toEqual([]);
});

test('the birth reports the configuration on trial instead of the local change', async () => {
  const local = fixed('203.0.113.9');
  const { clock, cloud, store } = await online({ local });
  expect(cloud.received('birth').at(-1)).toMatchObject({ cfgRev: 3, cfgLocal: local });
  cloud.reachable = false;
  cloud.push(ID, 4, VLAN_40);
  await passTime(clock, 1_000);
  expect(await store.load()).toMatchObject({ trial: { rev: 4 }, local });
  cloud.reachable = true;
  cloud.kick(ID);
  await passTime(clock, 20_000);
  const birth = cloud.received('birth').at(-1);
  expect(birth).toMatchObject({ cfgRev: 4 });
  expect(birth).not.toHaveProperty('cfgLocal');
  expect((await store.load())?.local).toBeUndefined();
});
