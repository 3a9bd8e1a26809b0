import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Backup } from '@northlight/contract';
import {
  damageBackup,
  falsifyBackup,
  readStoredBackup,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@northlight/server/testing';
import { demo } from './index.ts';
import { type Office, startOffice } from './testing/office.ts';

let world: TestServer;
let owner: TestBrowser;
let office: Office;

beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { demo });
  owner = await world.signedUp('owner@example.com');
  office = await startOffice(world, owner);
  // Makes a backup of each device, and a first drill.
  await passNight();
}, 180_000);
afterAll(async () => {
  await office?.[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const inProject = () => ({ params: { projectId: office.projectId } });
const readDrill = async () => (await owner.call('backupSummaryGet', inProject())).drill?.last;
const listBackups = async (): Promise<readonly Backup[]> =>
  (await owner.call('backupList', { ...inProject(), query: { limit: 200 } })).items;
const listAlarms = async () =>
  (await owner.call('alarmList', { ...inProject(), query: {} })).items.filter(
    ({ kind }) => kind === 'restore-drill-failed',
  );

type Drill = NonNullable<Awaited<ReturnType<typeof readDrill>>>;

/** Lets the next night come, or pretends that one has just been, and returns its drill. */
async function passNight(
  night: () => { next_at: Date } | { last_at: Date } = () => ({ next_at: new Date(world.clock.now()) }),
): Promise<Drill> {
  const before = await readDrill();
  // The nights of a new project are planned soon after it was created.
  await office.inTime(async () => {
    const { numUpdatedRows } = await world.services.db
      .updateTable('backup_nights')
      .set(night())
      .where('project_id', '=', office.projectId)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
  return office.inTime(async () => {
    const drill = await readDrill();
    return drill && drill.at !== before?.at && drill;
  });
}

/** Lets the next drill choose one backup, as if the others were of devices that have left. */
async function drill(id: string): Promise<Drill> {
  const { db } = world.services;
  const others = await db.selectFrom('backups').select(['id', 'device_id']).where('id', '<>', id).execute();
  await db.updateTable('backups').set({ device_id: null }).where('id', '<>', id).execute();
  const result = await passNight(() => ({ last_at: new Date(world.clock.now()) }));
  for (const other of others)
    await db.updateTable('backups').set({ device_id: other.device_id }).where('id', '=', other.id).execute();
  return result;
}

test('restores a random backup after each night, and finds it identical', async () => {
  const names = new Set<string>();
  for (let night = 0; night < 5; night++) {
    const found = await passNight();
    expect(found).toMatchObject({ result: 'identical', findings: [] });
    expect(found.settings).toBeGreaterThan(0);
    names.add(found.deviceName);
  }
  expect(names.size).toBeGreaterThan(1);
  expect(await listAlarms()).toEqual([]);
  // The sandboxes of the drills are in no list, and have ended.
  expect((await owner.call('projectList', { query: {} })).items.map(({ name }) => name)).toEqual(['Office']);
  const running = await world.services.db
    .selectFrom('projects')
    .select('id')
    .where('copy_of', '=', office.projectId)
    .where('expires_at', '>', new Date(world.clock.now()))
    .execute();
  expect(running).toEqual([]);
}, 120_000);

test('restores a backup of each device identically', { tags: ['proof'], timeout: 300_000 }, async () => {
  const newest = new Map((await listBackups()).toReversed().map((backup) => [backup.deviceName, backup]));
  expect(newest.size).toBeGreaterThan(10);
  for (const [name, { id }] of newest) {
    const { findings, result } = await drill(id);
    expect([name, result, findings]).toEqual([name, 'identical', []]);
  }
});

type File = Parameters<Parameters<typeof falsifyBackup>[2]>[0];
type Config = File['content']['config'];
const withConfig = (file: File, change: (config: Config) => object): File => ({
  ...file,
  content: { ...file.content, config: { ...file.content.config, ...change(file.content.config) } },
});
const withPolicies = (file: File, change: (policy: object) => object[]): File =>
  withConfig(file, ({ wireless }) => ({
    wireless: { ...wireless, policies: (wireless?.policies ?? []).flatMap(change) },
  }));
const withDevice = (file: File, change: Partial<File['manifest']['device']>): File => ({
  ...file,
  manifest: { ...file.manifest, device: { ...file.manifest.device, ...change } },
});

/** Returns the bytes of a backup with a damage; undefined for a lost file. `other` are those of another device. */
type Damage = (bytes: Buffer, other: Buffer) => Buffer | undefined | Promise<Buffer>;
const flip =
  (at: (length: number) => number): Damage =>
  (bytes) => {
    const damaged = Buffer.from(bytes);
    const place = at(bytes.length);
    damaged[place] = (damaged[place] ?? 0) ^ 1;
    return damaged;
  };
const falsify =
  (change: (file: File) => File): Damage =>
  (bytes) =>
    falsifyBackup(bytes, world.services.envelope, change);
const FOREIGN = { derive: () => Buffer.alloc(32, 7) };

const DAMAGES: readonly (readonly [device: string, name: string, damage: Damage])[] = [
  ['AP-1', 'the first byte differs by one bit', flip(() => 0)],
  ['AP-1', 'a byte in the middle differs by one bit', flip((length) => Math.floor(length / 2))],
  ['AP-1', 'the last byte differs by one bit', flip((length) => length - 1)],
  ['AP-1', 'the end is missing', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2))],
  ['AP-1', 'the file is empty', () => Buffer.alloc(0)],
  ['AP-1', 'the file is full of zeros', (bytes) => Buffer.alloc(bytes.length)],
  ['AP-1', 'there are bytes after the end', (bytes) => Buffer.concat([bytes, Buffer.from('end')])],
  ['AP-1', 'the file is lost', () => undefined],
  ['AP-1', 'the file is that of another device', (_bytes, other) => other],
  [
    'AP-1',
    'the file is of another project',
    falsify((file) => ({ ...file, manifest: { ...file.manifest, projectId: 1 } })),
  ],
  [
    'AP-1',
    'the file is of another installation',
    (bytes) => falsifyBackup(bytes, world.services.envelope, (file) => file, FOREIGN),
  ],
  ['AP-1', 'the file is of an unknown model', falsify((file) => withDevice(file, { model: 'NL-OLD1' }))],
  [
    'AP-1',
    'the file is of a device without radios',
    falsify((file) => withDevice(file, { model: 'NL-SW8P', role: 'switch' })),
  ],
  [
    'AP-1',
    'two Wi-Fi networks have one id',
    falsify((file) => withPolicies(file, (policy) => [policy, { ...policy, ssid: 'Twice' }])),
  ],
  [
    'AP-1',
    'the Wi-Fi network names a password that was never stored',
    falsify((file) =>
      withPolicies(file, (policy) => [
        {
          ...policy,
          security: {
            mode: 'wpa2-psk',
            ciphers: ['AES'],
            keyId: '0190b5a0-0000-7000-8000-000000000001',
            keyUpdateSeconds: 3600,
          },
        },
      ]),
    ),
  ],
  [
    'AP-1',
    'the content has a value of a later version',
    falsify((file) => withPolicies(file, (policy) => [{ ...policy, bands: ['60G'] }])),
  ],
  [
    'Gateway',
    'the content has settings that the device does not get',
    falsify((file) =>
      withConfig(file, () => ({
        wireless: { policies: [], blacklist: [{ mac: '02:00:00:00:00:01' }], radios: [], countries: [] },
      })),
    ),
  ],
  [
    'Gateway',
    'two VLANs have one number',
    falsify((file) =>
      withConfig(file, ({ vlans }) => ({
        vlans: vlans.flatMap((vlan) => [vlan, { ...vlan, name: 'Twice' }]),
      })),
    ),
  ],
];

test('finds planted damages, and raises an alarm', { tags: ['proof'], timeout: 300_000 }, async () => {
  const { services } = world;
  const find = async (device: string) =>
    (await listBackups()).find(({ deviceName }) => deviceName === device)!.id;
  const other = readStoredBackup(services, await find('AP-2'));
  for (const [device, name, damage] of DAMAGES) {
    const id = await find(device);
    const intact = readStoredBackup(services, id);
    damageBackup(services, id, await damage(intact, other));
    const { findings, result } = await drill(id);
    expect([name, result]).not.toEqual([name, 'identical']);
    expect([name, findings.length > 0]).toEqual([name, true]);
    damageBackup(services, id, intact);
  }
  const id = await find('AP-1');
  const secrets = await services.db
    .selectFrom('network_secrets')
    .selectAll()
    .where('project_id', '=', office.projectId)
    .execute();
  const ids = secrets.map((secret) => secret.id);
  const change = (sealed: Buffer) =>
    services.db.updateTable('network_secrets').set({ sealed }).where('id', 'in', ids).execute();
  await services.db.deleteFrom('network_secrets').where('id', 'in', ids).execute();
  const lost = await drill(id);
  expect([lost.result, lost.findings[0]]).toEqual(['failed', expect.stringMatching(/no longer stored/)]);
  for (const secret of secrets) await services.db.insertInto('network_secrets').values(secret).execute();
  await change(Buffer.alloc(60, 7));
  expect(await drill(id)).toMatchObject({ result: 'failed' });
  await change(secrets[0]!.sealed);
  expect(await drill(id)).toMatchObject({ result: 'identical' });
  const alarms = await listAlarms();
  expect(new Set(alarms.map(({ device }) => device?.name))).toEqual(new Set(['AP-1', 'Gateway']));
});
