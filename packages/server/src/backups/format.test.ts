import { DomainError, restoreContent } from '@northlight/contract';
import type { DevicePart } from '@northlight/contract/device-protocol';
import { createRandom } from '@northlight/rf/plan';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { readArchive } from './archive.ts';
import { type BackupFile, readBackup, writeBackup } from './format.ts';

const KEY = Buffer.alloc(32, 7);
const BACKUP: BackupFile = {
  manifest: {
    takenAt: '2026-11-30T03:12:00.000Z',
    kind: 'general',
    projectId: 7,
    configVersion: 4,
    device: { id: 'd1', sn: 'NLGW000001', name: 'Gateway', model: 'NL-GW5', role: 'gateway', revision: 12 },
  },
  content: {
    config: {
      vlans: [{ id: 20, name: 'Guests', ip: '10.0.20.1', prefix: 24, ports: [] }],
      dhcpPools: [],
    },
    devices: [],
  },
};

const SECRETS = [
  { id: '0190a0a0-0000-7000-8000-000000000001', path: 'wan.0.lines.0.password', value: 'isp' },
];

const PART: DevicePart = {
  format: 'northlight-device-part',
  version: 1,
  sn: 'NLGW500000000001',
  model: 'NL-GW5',
  managed: 'local',
  leases: [{ ip: '10.0.20.10', mac: '0a:00:00:00:00:01', expiresAt: 1_796_000_000_000, name: 'Tablet' }],
  localChange: { wan: [{ port: 'wan1', mode: 'dhcp', dns: [] }] },
};

/** Creates an archive with a mode of its entries. */
async function pack(entries: readonly (readonly [name: string, content: Buffer, mode?: number])[]) {
  const archive = new ZipFile();
  for (const [name, content, mode = 0o100644] of entries) archive.addBuffer(content, name, { mode });
  archive.end();
  return buffer(archive.outputStream);
}

async function refusalOf(file: Buffer, key = KEY): Promise<string | undefined> {
  try {
    await readBackup(file, key);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && error.errorName === 'fileRefused') return error.message;
    throw error;
  }
}

test('a backup is read as it was written, and the same backup gives the same bytes', async () => {
  const file = await writeBackup(BACKUP, KEY);
  expect(await readBackup(file, KEY)).toEqual(BACKUP);
  expect(await writeBackup(BACKUP, KEY)).toEqual(file);
});

test('the secrets of a download are read again', async () => {
  const file = await writeBackup({ ...BACKUP, secrets: SECRETS }, KEY);
  expect(await readBackup(file, KEY)).toEqual({ ...BACKUP, secrets: SECRETS });
});

/** One file of each version that was ever released. */
const FIXTURES = [1, 2];

test.each(FIXTURES)('a file of version %i is read and restored', async (version) => {
  const file = readFileSync(new URL(`testing/format-${version}.zip`, import.meta.url));
  const { content, manifest, part, secrets } = await readBackup(file, KEY);
  expect(manifest).toEqual({
    ...BACKUP.manifest,
    device: { ...BACKUP.manifest.device, software: '2.4.1' },
  });
  const present = { config: { vlans: [], dhcpPools: [] }, devices: [] };
  const device = { id: 'd1', role: 'gateway' as const, caps: { radios: [] } };
  const restored = restoreContent(present, content, device);
  expect(restored.config.vlans).toEqual(BACKUP.content.config.vlans);
  expect(restored.config.wan).toMatchObject([{ lines: [{ passwordId: SECRETS[0]?.id }] }]);
  expect(secrets).toBeUndefined();
  expect(part).toEqual(version === 1 ? undefined : PART);
});

test('every version that is written has a file in the folder of fixtures', async () => {
  const manifest = (
    await readArchive(await writeBackup(BACKUP, KEY), ['manifest.json', 'configuration.json'])
  ).get('manifest.json');
  expect(FIXTURES.at(-1)).toBe(
    (JSON.parse(manifest?.toString('utf8') ?? '{}') as { version?: number }).version,
  );
});

test('the reason for a missing part is read again', async () => {
  const missing: BackupFile = { ...BACKUP, manifest: { ...BACKUP.manifest, missingPart: 'offline' } };
  expect(await readBackup(await writeBackup(missing, KEY), KEY)).toEqual(missing);
});

const CHANGED = 'The file is damaged, was changed, or is from another installation.';

test('a file of another installation is refused', async () => {
  const file = await writeBackup(BACKUP, KEY);
  expect(await refusalOf(file, Buffer.alloc(32, 8))).toBe(CHANGED);
});

test('a file that differs by one bit is refused', async () => {
  const file = await writeBackup(BACKUP, KEY);
  for (let bit = 0; bit < file.length * 8; bit += 7) {
    const damaged = Buffer.from(file);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(await refusalOf(damaged)).toBe(CHANGED);
  }
});

test('a file that was cut, doubled or filled with noise is refused', async () => {
  const file = await writeBackup(BACKUP, KEY);
  const random = createRandom(2);
  const noise = Buffer.from(Array.from({ length: 600 }, () => Math.floor(random() * 256)));
  for (const other of [
    Buffer.alloc(0),
    Buffer.from('PK'),
    noise,
    file.subarray(0, file.length / 2),
    file.subarray(file.length / 2),
    Buffer.concat([file, noise]),
    Buffer.concat([file, file]),
  ])
    expect(await refusalOf(Buffer.from(other))).toBe(CHANGED);
});

const TEXT = Buffer.from('{}');
test.each<[string, readonly (readonly [string, Buffer, number?])[]]>([
  ['a path out of its folder', [['../manifest.json', TEXT]]],
  ['an absolute path', [['/manifest.json', TEXT]]],
  ['an entry that no backup has', [['passwd', TEXT]]],
  ['a symbolic link', [['manifest.json', Buffer.from('/etc/passwd'), 0o120777]]],
  ['a device file', [['manifest.json', Buffer.alloc(0), 0o060644]]],
  [
    'one entry twice',
    [
      ['manifest.json', TEXT],
      ['manifest.json', TEXT],
    ],
  ],
  ['many zeros', [['manifest.json', Buffer.alloc(64 * 1024 * 1024)]]],
])('an archive with %s is refused', async (_, entries) => {
  const archive = await pack(
    entries.map(([name, ...rest]) => [name.replace(/^\.\.\/|^\//, ''), ...rest] as const),
  );
  const names = entries.map(([name]) => name);
  let file = archive;
  // The writer refuses such names, so that they are written over names of the same length.
  for (const name of names)
    if (name !== name.replace(/^\.\.\/|^\//, ''))
      file = Buffer.from(file.toString('latin1').replaceAll('manifest.json', name.slice(0, 13)), 'latin1');
  await expect(readArchive(file, ['manifest.json'])).rejects.toThrow('The file is no backup of Northlight.');
});
