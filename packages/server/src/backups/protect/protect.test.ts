import type { NetworkConfig } from '@northlight/contract';
import { MINUTE_MS } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { playSite, startTestServer, type TestBrowser, type TestServer } from '../../testing/index.ts';
import { readArchive } from '../archive.ts';
import { decryptFile } from './age-password.ts';

const PASSWORD = 'long enough 1';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

const withSecrets = (name: string): NetworkConfig => ({
  vlans: [],
  dhcpPools: [],
  wan: [{ mode: 'pppoe', port: 'wan1', lines: [{ user: 'hotel@isp', password: `isp of ${name}` }], dns: [] }],
  wireless: {
    policies: [
      {
        id: 'staff',
        name: 'Staff',
        ssid: 'Staff',
        enabled: true,
        hidden: false,
        bands: ['5G'],
        maxClients: 32,
        guest: false,
        shutdowns: [],
        dhcp: 'user',
        devices: 'all',
        security: { mode: 'wpa2-psk', ciphers: ['AES'], keyUpdateSeconds: 0, key: `wifi of ${name}` },
      },
    ],
    blacklist: [],
    radios: [],
    countries: [],
  },
});

async function office() {
  const site = await playSite(world, owner, 'NL-GW5', 'NL-AP6C');
  const { params } = site;
  await owner.call('networkConfigApply', {
    params,
    body: { baseVersion: 0, config: withSecrets(`site ${site.projectId}`) },
  });
  const take = async (index = 0) => {
    const deviceIds = [site.devices[index]?.id ?? ''];
    const { items } = await owner.call('backupTake', { params, body: { deviceIds, kind: 'general' } });
    const [backup] = items;
    if (!backup) throw new Error('There is no backup.');
    return backup;
  };
  const send = (backupId: string, password: string, browser = owner) =>
    browser.fetch(`/api/v1/projects/${params.projectId}/backups/${backupId}/downloads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password }),
    });
  return {
    ...site,
    take,
    send,
    download: async (backupId: string, password = PASSWORD) => {
      const answer = await send(backupId, password);
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    },
    list: async () => (await owner.call('backupList', { params })).items,
    remove: (backupId: string) => owner.call('backupDelete', { params: { ...params, backupId } }),
    upload: async (bytes: Buffer, password?: string, kind = 'general') => {
      const body = new FormData();
      if (password !== undefined) body.set('password', password);
      body.set('file', new File([new Uint8Array(bytes)], 'backup.zip.age'));
      const path = `/api/v1/projects/${params.projectId}/backup-files?kind=${kind}`;
      const answer = await owner.fetch(path, { method: 'POST', body });
      const parsed = (await answer.json()) as { code?: number; message?: string; fields?: object };
      return { status: answer.status, ...parsed };
    },
  };
}

/** Reads a JSON entry of an archive. */
async function readEntry(archive: Buffer, name: string): Promise<unknown> {
  const entries = await readArchive(archive, [
    'manifest.json',
    'configuration.json',
    'device.json',
    'secrets.json',
  ]);
  return JSON.parse(entries.get(name)?.toString('utf8') ?? 'null');
}

test('a download opens with its password, and contains the secrets of the device’s part only', async () => {
  await using site = await office();
  const backup = await site.take();
  const answer = await site.send(backup.id, PASSWORD);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${backup.name}.age"`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const archive = await decryptFile(Buffer.from(await answer.arrayBuffer()), PASSWORD);
  const secrets = (await readEntry(archive, 'secrets.json')) as { id: string }[];
  expect(secrets).toEqual([
    { id: expect.any(String), path: 'wan.0.lines.0.password', value: `isp of site ${site.projectId}` },
  ]);
  const configuration = JSON.stringify(await readEntry(archive, 'configuration.json'));
  expect(configuration).toContain(secrets[0]?.id);
  expect(configuration).not.toContain('isp of');
  const point = await site.take(1);
  const other = await decryptFile(await site.download(point.id), PASSWORD);
  expect(await readEntry(other, 'secrets.json')).toMatchObject([{ value: `wifi of site ${site.projectId}` }]);
  const { items } = await owner.call('auditList', { params: site.params, query: {} });
  expect(items.filter(({ action }) => action === 'backup.download')).toHaveLength(2);
});

test('a password outside of the rule is refused at its field, and nothing is sent', async () => {
  await using site = await office();
  const { id } = await site.take();
  for (const password of ['', 'short', 'with a line\nbreak', 'päßwörter', 'x'.repeat(64)]) {
    const answer = await site.send(id, password);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { fields: { password: expect.any(String) } },
    ]);
  }
});

test('a download needs a recent proof of identity, and write access', async () => {
  await using site = await office();
  const { id } = await site.take();
  const reader = await world.signedUp();
  const { account } = await reader.call('sessionGet', {});
  await owner.call('shareCreate', {
    params: site.params,
    body: { account: account.account, right: 'r', validity: { kind: 'permanent' } },
  });
  expect((await site.send(id, PASSWORD, reader)).status).toBe(403);
  await world.clock.advance(11 * MINUTE_MS);
  const answer = await site.send(id, PASSWORD);
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { fields: { confirmation: expect.any(String) } },
  ]);
});

test('uploads a file that was downloaded from the project once, with its password', async () => {
  const fresh = await world.signedUp();
  owner = fresh;
  await using site = await office();
  await using other = await office();
  const backup = await site.take();
  const file = await site.download(backup.id);
  expect(await site.upload(file, PASSWORD)).toMatchObject({
    status: 422,
    code: 260,
    message: `The project has this file: ${backup.name}.`,
  });
  await site.remove(backup.id);
  expect(await other.upload(file, PASSWORD)).toMatchObject({ message: 'The backup is of another project.' });
  expect(await site.upload(file)).toMatchObject({
    code: 260,
    fields: { password: 'Enter the password of the file.' },
  });
  expect(await site.upload(file, 'long enough 2')).toMatchObject({
    code: 260,
    fields: { password: 'The password does not open this file.' },
  });
  const changed = file.map((byte, index) => (index === file.length - 100 ? byte ^ 1 : byte));
  expect(await site.upload(Buffer.from(changed), PASSWORD)).toMatchObject({ code: 260 });
  expect(await site.list()).toEqual([]);
  expect(await site.upload(file, PASSWORD, 'restore-point')).toMatchObject({ status: 201 });
  const [stored] = await site.list();
  expect(stored).toMatchObject({ kind: 'restore-point', at: backup.at, sync: 'synchronized' });
  // The stored file is without secrets, and restores like the one that was taken.
  const { items } = await owner.call('backupCompare', {
    params: { ...site.params, backupId: stored?.id ?? '' },
    query: {},
  });
  expect(items).toEqual([]);
  await world.clock.advance(3 * MINUTE_MS);
  const later = await site.take();
  const second = await site.download(later.id);
  await site.remove(later.id);
  expect((await site.upload(second, PASSWORD, 'restore-point')).message).toBe(
    'The device has a restore point. Delete it before you make a new one.',
  );
});

test('stores an uploaded file without its secrets, also one that was decrypted elsewhere', async () => {
  await using site = await office();
  const backup = await site.take();
  const archive = await decryptFile(await site.download(backup.id), PASSWORD);
  await site.remove(backup.id);
  expect(await site.upload(archive)).toMatchObject({ status: 201 });
  const [stored] = await site.list();
  const file = await world.services.files.get(world.services.db, stored?.id ?? '', 'backup');
  const bytes = Buffer.concat(await file.bytes.toArray());
  expect(await readEntry(bytes, 'secrets.json')).toBeNull();
  expect(await readEntry(bytes, 'manifest.json')).toMatchObject({ files: [{ name: 'configuration.json' }] });
});
