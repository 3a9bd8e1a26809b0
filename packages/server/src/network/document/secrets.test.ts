import { type NetworkConfig, type WifiPolicy } from '@northlight/contract';
import { type ConfigPush, configPush, type DeviceConfig } from '@northlight/contract/device-protocol';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { BaseDevice } from '../../devices/index.ts';
import {
  createProject,
  RawDevice,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';
import { deleteUnusedSecrets } from './secrets.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const FIRST = 'Kestrel first key';
const SECOND = 'Kestrel second key';
const LINE = 'Kestrel line key';

const policy = (security: Partial<Extract<WifiPolicy['security'], { key?: string }>>): WifiPolicy => ({
  id: 'guests',
  name: 'Guests',
  enabled: true,
  ssid: 'Lakeside',
  hidden: false,
  bands: ['2.4G', '5G'],
  security: { mode: 'wpa2-psk', ciphers: ['AES'], keyUpdateSeconds: 0, ...security },
  maxClients: 32,
  guest: false,
  shutdowns: [],
  dhcp: 'user',
  devices: 'all',
});
const wireless = (...policies: WifiPolicy[]): NetworkConfig => ({
  vlans: [],
  dhcpPools: [],
  wireless: { policies, blacklist: [], radios: [], countries: [] },
});

async function site(model = 'NL-AP6C') {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model })) as [BaseDevice];
  const params = { projectId };
  await owner.call('deviceAdd', { params, body: { sn: base.sn, claimCode: base.claimCode } });
  const credential = await RawDevice.provision(world.mqttPort, base);
  return {
    projectId,
    params,
    online: () => RawDevice.online(world.mqttPort, base, credential),
    apply: (baseVersion: number, config: NetworkConfig) =>
      owner.call('networkConfigApply', { params, body: { baseVersion, config } }),
    read: async () => (await owner.call('networkConfigGet', { params })).config,
  };
}

async function pushed(device: RawDevice): Promise<ConfigPush> {
  return configPush.parse((await device.next()).payload);
}

const listWlanKeys = ({ wireless }: DeviceConfig) =>
  wireless?.wlans.map(({ security, ssid }) => [ssid, 'key' in security ? security.key : undefined]);

const getPolicies = ({ wireless }: NetworkConfig): readonly WifiPolicy[] => wireless?.policies ?? [];
const getKeyId = (config: NetworkConfig): string => {
  const [first] = getPolicies(config);
  return first && 'keyId' in first.security ? (first.security.keyId ?? '') : '';
};

/** Returns the whole content of the database, as text. */
async function dumpDatabase(): Promise<string> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.services.db);
  const texts = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      world.services.db,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

test('sends a Wi-Fi key to the access points only, and neither returns nor stores it as text', async () => {
  const { apply, online, params, read } = await site();
  await using device = await online();
  await apply(0, wireless(policy({ key: FIRST })));
  const push = await pushed(device);
  expect(listWlanKeys(push.config)).toEqual([['Lakeside', FIRST]]);
  expect(push.hash).toBe(hashSha256Hex(formatCanonicalJson(push.config)));
  const stored = await read();
  expect(getKeyId(stored)).not.toBe('');
  const history = await owner.call('networkHistoryGet', { params: { ...params, version: 1 } });
  const compared = await owner.call('networkHistoryCompare', {
    params: { ...params, version: 1 },
    query: { since: 0 },
  });
  const text = JSON.stringify([stored, history, compared]) + (await dumpDatabase());
  expect(text).not.toContain('Kestrel');
});

test('keeps a Wi-Fi key that is not entered again, and lists and pushes a new key', async () => {
  const { apply, online, params, read } = await site();
  await using device = await online();
  await apply(0, wireless(policy({ key: FIRST })));
  await pushed(device);
  const first = await read();
  const renamed = {
    ...first,
    wireless: {
      ...wireless().wireless,
      policies: getPolicies(first).map((each) => ({ ...each, ssid: 'Harbour' })),
    },
  } as NetworkConfig;
  await apply(1, renamed);
  expect(listWlanKeys((await pushed(device)).config)).toEqual([['Harbour', FIRST]]);
  const body = { baseVersion: 2, config: wireless({ ...policy({ key: SECOND }), ssid: 'Harbour' }) };
  const review = await owner.call('networkConfigReview', { params, body });
  expect(review.changes).toMatchObject([
    { setting: 'Wireless policy Guests, password', now: 'not shown', after: 'changed' },
  ]);
  expect(review.devices).toHaveLength(1);
  await owner.call('networkConfigApply', { params, body });
  expect(listWlanKeys((await pushed(device)).config)).toEqual([['Harbour', SECOND]]);
  // Restoring a version restores its key.
  const { config } = await owner.call('networkHistoryGet', { params: { ...params, version: 1 } });
  await apply(3, config);
  expect(listWlanKeys((await pushed(device)).config)).toEqual([['Lakeside', FIRST]]);
});

test('stores an entered secret with the draft and deletes it with the draft', async () => {
  const { params, projectId } = await site();
  const saved = await owner.call('networkDraftSave', {
    params,
    body: { version: 0, baseVersion: 0, config: wireless(policy({ key: FIRST })) },
  });
  const kept = saved.draft?.config ?? wireless();
  const id = getKeyId(kept);
  expect(JSON.stringify(saved)).not.toContain('Kestrel');
  const again = await owner.call('networkDraftSave', {
    params,
    body: { version: 1, baseVersion: 0, config: { ...kept, vlans: [] } },
  });
  expect(getKeyId(again.draft?.config ?? wireless())).toBe(id);
  const rows = () =>
    world.services.db
      .selectFrom('network_secrets')
      .select('id')
      .where('project_id', '=', projectId)
      .execute();
  const later = new Date(world.clock.now() + 1);
  await deleteUnusedSecrets(world.services.db, later);
  expect(await rows()).toEqual([{ id }]);
  await owner.call('networkDraftDiscard', { params });
  await deleteUnusedSecrets(world.services.db, later);
  expect(await rows()).toEqual([]);
});

test('refuses another project’s secret at its field in every request', async () => {
  const [mine, other] = [await site(), await site()];
  await other.apply(0, wireless(policy({ key: FIRST })));
  const foreign = wireless(policy({ keyId: getKeyId(await other.read()) }));
  const field = 'wireless.policies.0.security.key';
  for (const key of ['networkConfigReview', 'networkConfigApply'] as const) {
    const body = { baseVersion: 0, config: foreign };
    const refused = await owner.refused(key, { params: mine.params, body });
    expect(refused.body.fields).toHaveProperty([field]);
  }
  const body = { version: 0, baseVersion: 0, config: foreign };
  const refused = await owner.refused('networkDraftSave', { params: mine.params, body });
  expect(refused.body.fields).toHaveProperty([field]);
  const params = { ...mine.params, secretId: getKeyId(await other.read()) };
  expect((await owner.refused('networkSecretReveal', { params })).status).toBe(404);
});

test('reveals a secret to an account with write access, sealed for the session and audited', async () => {
  const { apply, params, read } = await site();
  await apply(0, wireless(policy({ key: FIRST })));
  const secretId = getKeyId(await read());
  const { ciphertext } = await owner.call('networkSecretReveal', { params: { ...params, secretId } });
  expect(ciphertext.length).toBe((12 + FIRST.length + 16) * 2);
  const { items } = await owner.call('auditList', { params });
  expect(items.some(({ action, object }) => action === 'network.reveal' && object.includes(secretId))).toBe(
    true,
  );
});

test('sends the password of a PPPoE line to the gateway only', async () => {
  const { apply, online, read } = await site('NL-GW5');
  await using device = await online();
  const line = { user: 'hotel@isp', password: LINE };
  const config: NetworkConfig = {
    vlans: [],
    dhcpPools: [],
    lan: { ip: '192.168.1.1', prefix: 24 },
    wan: [{ mode: 'pppoe', port: 'wan1', lines: [line], dns: [] }],
  };
  await apply(0, config);
  const push = await pushed(device);
  expect(push.config.wan).toEqual([{ mode: 'pppoe', port: 'wan1', lines: [line], dns: [] }]);
  expect(push.config.vlans).toEqual([
    { id: 1, name: 'LAN', ip: '192.168.1.1', prefix: 24, ports: ['lan1', 'lan2', 'lan3', 'lan4'] },
  ]);
  expect(JSON.stringify(await read()) + (await dumpDatabase())).not.toContain(LINE);
});
