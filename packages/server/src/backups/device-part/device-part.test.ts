import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import {
  type BackupHandlerOptions,
  CommandRunner,
  createBackupHandler,
  createMemoryStore,
  createMqttConnector,
  createRestoreHandler,
  DeviceLink,
  FACTORY,
  SILENT_LOG,
} from '@northlight/agent';
import { findCapabilities } from '@northlight/contract';
import {
  deviceAnswer,
  type DeviceConfig,
  type DeviceLease,
  formatDevicePart,
  topics,
} from '@northlight/contract/device-protocol';
import { hashSha256Hex, MINUTE_MS, SystemClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  announceFile,
  type PlayedDevice,
  playSite,
  pollUntil,
  requestAddress as requestUploadAddress,
  sendToListener,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const LEASE = { ip: '10.0.20.10', mac: '0a:00:00:00:00:01', expiresAt: 0, name: 'Tablet' };

async function office(hasBackup = true) {
  const site = await playSite(world, owner, 'NL-GW5');
  const [gateway] = site.devices;
  const caps = findCapabilities('NL-GW5');
  if (!gateway || !caps) throw new Error('There is no gateway.');
  const features = [...caps.features, 'backup' as const, 'restore' as const];
  const on = () => gateway.on(hasBackup ? { caps: { ...caps, features } } : {});
  await on();
  const { params } = site;
  return {
    ...site,
    gateway,
    on,
    take: () => owner.call('backupTake', { params, body: { deviceIds: [gateway.id], kind: 'general' } }),
    contentsOf: async (backupId: string) =>
      owner.call('backupContentsGet', { params: { ...params, backupId } }),
  };
}

const createDocument = ({ base }: PlayedDevice, leases: readonly unknown[] = [LEASE], more: object = {}) => {
  const { model, sn } = base;
  const document = JSON.parse(formatDevicePart({ sn, model, managed: 'cloud', leases: [] })) as object;
  return Buffer.from(JSON.stringify({ ...document, leases, ...more }));
};

const requestUpload = (device: PlayedDevice, bytes: Buffer, rid = 'r1') =>
  announceFile(device, bytes, { purpose: 'backup', rid });
const requestAddress = (device: PlayedDevice, bytes: Buffer, rid = 'r1') =>
  requestUploadAddress(device, bytes, { purpose: 'backup', rid });
const send = (url: string, bytes: Buffer, sending?: Parameters<typeof sendToListener>[3]) =>
  sendToListener(world, url, bytes, sending);

const countParts = async (deviceId: string) =>
  (
    await world.services.db
      .selectFrom('backup_parts')
      .select('id')
      .where('device_id', '=', deviceId)
      .execute()
  ).length;

test('contains the leases of the device, cleaned entry by entry, and no identity', async () => {
  await using site = await office();
  const { gateway } = site;
  const taking = site.take();
  const push = await gateway.command();
  expect(push.kind).toBe('backup');
  const document = createDocument(
    gateway,
    [
      LEASE,
      { ...LEASE, ip: '10.0.20.11', mac: '0a:00:00:00:00:02', name: 'Evil\u0000\u202e name' },
      { ...LEASE, ip: '10.0.20.999' },
      { ...LEASE, mac: 'none' },
      'text',
    ],
    { mac: '02:00:00:00:00:01', token: 'credential', cloud: 'cloud.example.com' },
  );
  const url = await requestAddress(gateway, document);
  expect(await send(url, document)).toBe(204);
  await gateway.reportCommand(push, { state: 'done', result: {} });
  const { items } = await taking;
  const backupId = items[0]?.id ?? '';
  expect((await site.contentsOf(backupId)).device).toEqual({ leases: 2, localChanges: 0 });
  const stored = await world.services.files.get(world.services.db, backupId, 'backup');
  const { readBackup, getBackupKey } = await import('../format.ts');
  const bytes = Buffer.concat(await stored.bytes.toArray());
  const { manifest, part } = await readBackup(bytes, getBackupKey(world.services.envelope));
  expect(manifest.missingPart).toBeUndefined();
  expect(Object.keys(part ?? {}).toSorted()).toEqual([
    'format',
    'leases',
    'managed',
    'model',
    'sn',
    'version',
  ]);
  expect(part?.leases.map(({ name }) => /\p{C}/u.test(name ?? ''))).toEqual([false, false]);
  expect(await countParts(gateway.id)).toBe(0);
});

test('names the reason for a missing part: silent, failed, offline, unsupported', async () => {
  await using site = await office();
  const { gateway } = site;
  const reasonOf = async (taking: ReturnType<typeof site.take>) => {
    const { items } = await taking;
    await world.clock.advance(4 * MINUTE_MS);
    // The connection was silent for too long.
    await site.on();
    return (await site.contentsOf(items[0]?.id ?? '')).device;
  };
  const silent = site.take();
  await gateway.command();
  await world.clock.advance(31_000);
  expect(await reasonOf(silent)).toEqual({ missing: 'timeout' });
  expect(await requestUpload(gateway, createDocument(gateway))).toMatchObject({
    kind: 'refused',
    code: 2001,
  });
  const failing = site.take();
  await gateway.reportCommand(await gateway.command(), { state: 'failed', result: { reason: 'No room.' } });
  expect(await reasonOf(failing)).toEqual({ missing: 'failed' });
  const foreign = site.take();
  await gateway.command();
  const document = createDocument(gateway, [], { sn: 'NLGW9999999999' });
  expect(await send(await requestAddress(gateway, document, 'r2'), document)).toBe(204);
  expect(await reasonOf(foreign)).toEqual({ missing: 'unreadable' });
  await gateway.off();
  await pollUntil(async () => {
    await world.clock.advance(MINUTE_MS);
    return (await site.stateOf(gateway)) === 0 ? true : undefined;
  });
  expect(await reasonOf(site.take())).toEqual({ missing: 'offline' });
  await using older = await office(false);
  const { items } = await older.take();
  expect((await older.contentsOf(items[0]?.id ?? '')).device).toEqual({ missing: 'unsupported' });
});

test('takes one file of the announced size and hash, and nothing by halves', async () => {
  await using site = await office();
  const { gateway } = site;
  expect(await requestUpload(gateway, createDocument(gateway))).toMatchObject({ kind: 'refused' });
  const taking = site.take();
  await gateway.command();
  const document = createDocument(gateway);
  const url = await requestAddress(gateway, document);
  const large = Buffer.alloc(10 * 1024 * 1024);
  expect(await requestUpload(gateway, large, 'r2')).toMatchObject({ kind: 'refused', code: 400 });
  expect(await send(url, large)).toSatisfy((status) => status === 413 || status === 'cut');
  expect(await send(url, document, { length: document.length + 5, cutAfter: document.length })).toBe('cut');
  expect(await send(url, document, { cutAfter: 10 })).toBe('cut');
  expect(
    await send(url, Buffer.from(document.toString('latin1').replace('Tablet', 'Tables'), 'latin1')),
  ).toBe(404);
  const [, id = ''] = /parts\/([^.]+)/.exec(url) ?? [];
  for (const other of [url.replace(id, `${id.slice(0, -1)}x`), url.replace('/parts/', '/files/')])
    expect(await send(other, document)).toBe(404);
  for (const method of ['GET', 'POST', 'DELETE'])
    expect(await send(url, document, { method })).toSatisfy((status) => status === 404 || status === 'cut');
  const empty = await world.services.db
    .selectFrom('backup_parts')
    .select('content')
    .where('device_id', '=', gateway.id)
    .execute();
  expect(empty).toEqual([{ content: null }]);
  expect(await send(url, document)).toBe(204);
  expect(await send(url, document)).toBe(404);
  const { items } = await taking;
  expect((await site.contentsOf(items[0]?.id ?? '')).device).toEqual({ leases: 1, localChanges: 0 });
});

test('refuses the file of a device that was removed meanwhile', async () => {
  await using site = await office();
  const { gateway, params } = site;
  const taking = site.take().catch(() => 'refused');
  await gateway.command();
  const document = createDocument(gateway);
  const url = await requestAddress(gateway, document);
  await owner.call('deviceRemove', { params: { ...params, deviceId: gateway.id } });
  expect(await send(url, document)).toBe(404);
  await world.clock.advance(31_000);
  expect(await taking).toBe('refused');
  expect(await countParts(gateway.id)).toBe(0);
});

test('gives the leases back after a restoration, to this device alone', async () => {
  await using site = await office();
  const { gateway, params } = site;
  const config = (id: number) => ({
    vlans: [{ id, name: `VLAN ${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] }],
    dhcpPools: [],
  });
  await owner.call('networkConfigApply', { params, body: { baseVersion: 0, config: config(20) } });
  await gateway.reportConfig(await gateway.push());
  const taking = site.take();
  const push = await gateway.command();
  const document = createDocument(gateway);
  expect(await send(await requestAddress(gateway, document), document)).toBe(204);
  await gateway.reportCommand(push, { state: 'done', result: {} });
  const backupId = (await taking).items[0]?.id ?? '';
  await owner.call('networkConfigApply', { params, body: { baseVersion: 1, config: config(30) } });
  await gateway.reportConfig(await gateway.push());
  await owner.call('backupRestore', { params: { ...params, backupId }, body: { parts: ['vlans'] } });
  const desired = await gateway.push();
  const restore = await gateway.command();
  expect(restore).toMatchObject({ kind: 'restore', args: { rev: desired.rev } });
  await gateway.raw.publish(topics.upRequest(gateway.id, 'r9'), { kind: 'download', purpose: 'backup' });
  const answer = deviceAnswer.parse((await gateway.raw.next()).payload);
  if (answer.kind !== 'download') throw new Error('There is no address.');
  expect(await send(answer.url, Buffer.alloc(0), { method: 'PUT' })).toBe(404);
  const fetched = await new Promise<Buffer>((resolve, reject) => {
    const ca = readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'));
    request(answer.url, { ca, agent: false }, (response) => {
      response.toArray().then((parts: Buffer[]) => resolve(Buffer.concat(parts)), reject);
    }).end();
  });
  expect(hashSha256Hex(fetched)).toBe(answer.sha256);
  expect(JSON.parse(fetched.toString('utf8'))).toEqual({ leases: [LEASE] });
});

test('the link and the commands of the agent send the part, and take over leases', async () => {
  await using site = await office();
  const { gateway, params } = site;
  const { mac, model, sn } = gateway.base;
  await gateway.off();
  const caps = findCapabilities(model);
  if (!caps) throw new Error('The model is unknown.');
  const held: DeviceLease[] = [LEASE];
  let running: DeviceConfig = FACTORY.active.config;
  const clock = new SystemClock();
  const { entropy } = world.services;
  const options: BackupHandlerOptions = {
    sn,
    model,
    link: () => link,
    leases: { read: async () => held, add: async (added) => void held.push(...added) },
    running: () => running,
    ca: readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'), 'utf8'),
    file: join(world.dataDirectory, 'restored-leases'),
    clock,
    entropy,
  };
  const { leases } = options;
  if (!leases) throw new Error('A gateway has leases.');
  const handlers = {
    backup: createBackupHandler(options),
    restore: createRestoreHandler({ ...options, leases }),
  };
  const features = [...caps.features, 'backup' as const, 'restore' as const];
  const commands = new CommandRunner({ caps: { ...caps, features }, handlers, log: SILENT_LOG });
  const link = new DeviceLink({
    sn,
    connect: createMqttConnector({ host: '127.0.0.1', port: world.mqttPort }),
    store: createMemoryStore({ ...FACTORY, credential: { ...gateway.credential, epoch: 1 } }),
    driver: {
      describe: () => ({
        model,
        sn,
        mac,
        sw: '1.0.0',
        hw: 'A1',
        caps: { ...caps, features },
        uptimeSeconds: 1,
        nets: {},
      }),
      apply: async (config) => {
        running = config;
        return { status: 'applied', issues: [] };
      },
      restore: async (config) => void (running = config),
      command: (push, report, reboot) => commands.run(push, report, reboot),
      wentOnline: () => undefined,
      wentOffline: () => undefined,
    },
    clock,
    entropy,
    log: SILENT_LOG,
  });
  await link.boot('power');
  await pollUntil(async () => (link.online ? true : undefined));
  const pool = {
    vlanId: 20,
    name: 'Guests',
    start: '10.0.20.10',
    end: '10.0.20.20',
    leaseMinutes: 60,
    dns: [],
  };
  const { version } = await owner.call('networkConfigGet', { params });
  await owner.call('networkConfigApply', {
    params,
    body: {
      baseVersion: version,
      config: {
        vlans: [{ id: 20, name: 'Guests', ip: '10.0.20.1', prefix: 24, ports: [] }],
        dhcpPools: [pool],
      },
    },
  });
  const backupId = (await site.take()).items[0]?.id ?? '';
  expect((await site.contentsOf(backupId)).device).toEqual({ leases: 1, localChanges: 0 });
  held.length = 0;
  const body = { parts: ['vlans' as const] };
  await owner.call('backupRestore', { params: { ...params, backupId }, body });
  await pollUntil(async () => (held.length > 0 ? true : undefined));
  expect(held).toEqual([LEASE]);
  await link.stop();
});
