import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { errorBody, type Firmware, firmware as firmwareSchema } from '@northlight/contract';
import { deviceAnswer, topics } from '@northlight/contract/device-protocol';
import { hashSha256Hex, SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';
import { IMAGE, packFirmware } from './testing/pack-firmware.ts';

const keys = generateKeyPairSync('ed25519');
const foreignKeys = generateKeyPairSync('ed25519');

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), {
    clock: new SteppedClock(Date.now()),
    firmwareKey: keys.publicKey,
  });
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

async function upload(projectId: number, bytes: Buffer, name = 'firmware.bin') {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await owner.fetch(`/api/v1/projects/${projectId}/firmware`, { method: 'POST', body });
  const answered: unknown = await answer.json();
  return { status: answer.status, body: answered };
}

const uploadFirmware = async (projectId: number, bytes: Buffer): Promise<Firmware> => {
  const { status, body } = await upload(projectId, bytes);
  expect(status, JSON.stringify(body)).toBe(201);
  return firmwareSchema.parse(body);
};

test.each([
  ['a file of another format', () => Buffer.from('MZ, something else entirely'), 260],
  ['a truncated file', () => packFirmware(keys.privateKey).subarray(0, 60), 260],
  ['a damaged image', () => packFirmware(keys.privateKey, {}, Buffer.from(IMAGE).fill(0x20, 10, 20)), 260],
  ['an image that is too short', () => packFirmware(keys.privateKey, {}, IMAGE.subarray(1)), 260],
  ['a foreign signature', () => packFirmware(foreignKeys.privateKey), 3],
  ['a manifest changed after signing', () => changeVersion(packFirmware(keys.privateKey)), 3],
  ['an unknown model', () => packFirmware(keys.privateKey, { models: ['XX-1'] }), 2],
] as const)('rejects %s on the file field', async (_what, make, code) => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const { status, body } = await upload(site.projectId, make());
  const refusal = errorBody.parse(body);
  expect([status, refusal.code]).toEqual([422, code]);
  expect(Object.keys(refusal.fields ?? {})).toEqual(['file']);
  expect((await owner.call('firmwareList', { params: site.params })).items).toEqual([]);
});

/** Increments the version in the signed manifest. */
function changeVersion(bytes: Buffer): Buffer {
  const at = bytes.indexOf('2.0.0');
  const other = Buffer.from(bytes);
  other.write('3', at);
  return other;
}

test('rejects a file with another extension and a repeated upload', async () => {
  await using site = await playSite(world, owner, 'NL-GW5');
  expect((await upload(site.projectId, packFirmware(keys.privateKey), 'firmware.exe')).status).toBe(422);
  await uploadFirmware(site.projectId, packFirmware(keys.privateKey));
  expect(errorBody.parse((await upload(site.projectId, packFirmware(keys.privateKey))).body).message).toBe(
    'This file has been uploaded already. Choose it in the list.',
  );
});

async function ask(device: PlayedDevice) {
  await device.raw.publish(topics.upRequest(device.id, 'r1'), { kind: 'download', purpose: 'software' });
  return deviceAnswer.parse((await device.raw.next()).payload);
}

const fetchFile = (url: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const ca = readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'));
    get(url, { ca }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve(Buffer.concat(parts)));
    }).on('error', reject);
  });

test('upgrades a device from an uploaded file', async () => {
  await using site = await playSite(world, owner, 'NL-GW5', 'NL-AP6C');
  const [device, other] = site.devices;
  if (!device || !other) return;
  await device.on({ sw: '1.0.0', boot: 'a' });
  await other.on({ sw: '1.0.0' });
  const file = packFirmware(keys.privateKey);
  const { id: firmwareId } = await uploadFirmware(site.projectId, file);
  // The server gives the file only to a device with an upgrade command.
  expect(await ask(other)).toMatchObject({ kind: 'refused', code: 259 });
  const job = await owner.call('deviceUpgrade', {
    params: site.params,
    body: { deviceIds: [device.id, other.id], firmwareId },
  });
  expect(job.rows.find(({ deviceId }) => deviceId === other.id)).toMatchObject({ state: 'skipped', code: 2 });
  const push = await device.command();
  expect(push).toMatchObject({
    kind: 'upgrade',
    args: { version: '2.0.0', sha256: hashSha256Hex(file), downgrade: false },
  });
  const answer = await ask(device);
  if (answer.kind !== 'download') throw new Error('There is no address.');
  expect((await fetchFile(answer.url)).equals(file)).toBe(true);
  const steps: (string | undefined)[] = [];
  for (const step of ['downloading', 'upgrading', 'restarting'] as const) {
    await device.reportCommand(push, { state: 'running', percent: 50, step });
    steps.push((await site.job(job.id)).rows.find(({ deviceId }) => deviceId === device.id)?.detail);
  }
  expect(steps).toEqual(['Downloading', 'Upgrading', 'Restarting']);
  expect(await site.stateOf(device)).toBe(3);
  await device.on({ sw: '2.0.0', boot: 'b', bootReason: 'upgrade' });
  expect((await site.job(job.id)).state).toBe('done');
  expect(await site.stateOf(device)).toBe(2);
  const again = await owner.refused('deviceUpgrade', {
    params: site.params,
    body: { deviceIds: [device.id], firmwareId },
  });
  expect(again.body).toMatchObject({ code: 37, message: 'The device runs 2.0.0 already.' });
});

test.each([
  ['a failed download', 'downloading', undefined, 'Download failed: No room.'],
  [
    'a reconnection with the old version',
    'restarting',
    '1.0.0',
    'The upgrade failed: the device runs 1.0.0.',
  ],
] as const)('fails the upgrade of a device after %s', async (_what, step, sw, detail) => {
  await using site = await playSite(world, owner, 'NL-GW5');
  const [device] = site.devices;
  if (!device) return;
  await device.on({ sw: '1.0.0', boot: 'a' });
  const { id: firmwareId } = await uploadFirmware(site.projectId, packFirmware(keys.privateKey));
  const job = await owner.call('deviceUpgrade', {
    params: site.params,
    body: { deviceIds: [device.id], firmwareId },
  });
  const push = await device.command();
  await device.reportCommand(push, { state: 'running', step });
  if (sw === undefined) await device.reportCommand(push, { state: 'failed', result: { reason: 'No room.' } });
  else await device.on({ sw, boot: 'b', bootReason: 'upgrade' });
  expect(await site.job(job.id)).toMatchObject({ state: 'failed', rows: [{ state: 'failed', detail }] });
  expect(await site.stateOf(device)).toBe(1);
});

test('stops an upgrade in waves when the first device fails', async () => {
  await using site = await playSite(world, owner, 'NL-AP6C', 'NL-AP6C', 'NL-AP6C');
  for (const device of site.devices) await device.on({ sw: '1.0.0' });
  const { id: firmwareId } = await uploadFirmware(
    site.projectId,
    packFirmware(keys.privateKey, { models: ['NL-AP6C'] }),
  );
  const deviceIds = site.devices.map(({ id }) => id);
  const job = await owner.call('deviceUpgrade', { params: site.params, body: { deviceIds, firmwareId } });
  expect(job.waves).toEqual([1, 10, 50, 100]);
  const first = site.devices.find(({ id }) => job.rows.some((row) => row.deviceId === id && row.wave === 0));
  if (!first) throw new Error('No device is in the first wave.');
  await first.reportCommand(await first.command(), {
    state: 'failed',
    result: { reason: 'Flash worn out.' },
  });
  const ended = await site.jobWhen(job.id, ({ state }) => state !== 'running');
  expect(ended.rows.map(({ state }) => state).sort()).toEqual(['failed', 'skipped', 'skipped']);
  for (const device of site.devices) if (device !== first) expect(device.raw.unread).toEqual([]);
  // Skipped devices accept other commands.
  const [skipped] = site.devices.filter((device) => device !== first);
  await site.command({ kind: 'restart', deviceIds: [skipped?.id ?? ''] });
});

test('keeps what a device has before its upgrade', async () => {
  await using site = await playSite(world, owner, 'NL-GW5', 'NL-AP6C');
  const { params } = site;
  const [device, other] = site.devices;
  if (!device || !other) return;
  await device.on({ sw: '1.0.0', boot: 'a' });
  await other.on({ sw: '1.0.0' });
  const config = {
    vlans: [{ id: 20, name: 'VLAN 20', ip: '10.0.20.1', prefix: 24, ports: [] }],
    dhcpPools: [],
  };
  await owner.call('networkConfigApply', { params, body: { baseVersion: 0, config } });
  await device.reportConfig(await device.push());
  const { id: firmwareId } = await uploadFirmware(site.projectId, packFirmware(keys.privateKey));
  const body = { deviceIds: [device.id, other.id], firmwareId };
  await owner.call('deviceUpgrade', { params, body });
  await world.services.automaticBackups.processAll();
  const { items } = await owner.call('backupList', { params, query: {} });
  // The access point is skipped, because the file is for another model.
  expect(items).toMatchObject([
    { deviceId: device.id, kind: 'automatic', cause: 'before-upgrade', software: '1.0.0', revision: 1 },
  ]);
});
