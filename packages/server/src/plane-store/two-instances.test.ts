import { SystemEntropy } from '@northlight/runtime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, startTestServer, type TestBrowser, type TestServer } from '../testing/index.ts';
import type { BaseDevice } from '../devices/base-devices.ts';
import { openDesiredConfig } from '../devices/index.ts';
import { skipOpenWork } from '../jobs/index.ts';
import { createPostgresDeviceStore } from './index.ts';
import { readDevice, writeStep } from './step-statements.ts';

let world: TestServer;
let owner: TestBrowser;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
});
afterAll(() => world[Symbol.asyncDispose]());

async function claimDevice() {
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  const { sn, claimCode } = base;
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  return { projectId, id };
}

/** Stores of other server instances on the same database, synchronised only by the database. */
const instances = (count: number) =>
  Array.from({ length: count }, () =>
    createPostgresDeviceStore({
      ...world.services,
      entropy: new SystemEntropy(),
      takeOver: () => Promise.resolve(false),
    }),
  );

test('applies all concurrent steps of several instances, each on the result of the step before it', async () => {
  const { id } = await claimDevice();
  const rounds = instances(4).flatMap((store) => Array<typeof store>(15).fill(store));
  await Promise.all(
    rounds.map((store) => store.step(id, ({ device }) => ({ device: { badRev: device.badRev + 1 } }), 0)),
  );
  const { badRev } = await readRecord(id);
  expect(badRev).toBe(60);
});

test('keeps a configuration that is applied between the read of a device and the write of its step', async () => {
  const { id, projectId } = await claimDevice();
  const [other] = instances(1);
  const applying = new AbortController();
  const statuses: string[] = [];
  const stepping = async (): Promise<void> => {
    while (!applying.signal.aborted)
      await other?.step(id, ({ device }) => ({ device: { sentRev: device.desired?.rev ?? 0 } }), 0);
  };
  const worker = stepping();
  for (let version = 0; version < 25; version++) {
    const vlan = { id: 30 + version, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
    await owner.call('networkConfigApply', {
      params: { projectId },
      body: { baseVersion: version, config: { vlans: [vlan], dhcpPools: [] } },
    });
    statuses.push((await readRecord(id)).reportedStatus);
  }
  applying.abort();
  await worker;
  // A step writes the whole record, so a step from an older snapshot would restore the earlier status.
  expect(statuses).toEqual(Array<string>(25).fill('queued'));
});

test('keeps work that ends between the read of a device and the write of its step', async () => {
  const { id, projectId } = await claimDevice();
  const { db, entropy, envelope } = world.services;
  const vlan = { id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] };
  await owner.call('networkConfigApply', {
    params: { projectId },
    body: { baseVersion: 0, config: { vlans: [vlan], dhcpPools: [] } },
  });
  const now = new Date(0);
  const snapshot = await readDevice(db, id, now, (device, stored) =>
    openDesiredConfig(envelope, device, stored),
  );
  if (!snapshot) throw new Error('The device is unknown.');
  await db.transaction().execute((tx) => skipOpenWork(tx, { deviceId: id }, 'Removed', now));
  const work = snapshot.view.work.map((row) => ({ ...row, state: 'sent' as const }));
  expect(await writeStep(db, entropy, snapshot, { work }, now)).toBe(projectId);
  const rows = await db.selectFrom('job_rows').select('state').where('device_id', '=', id).execute();
  expect(rows).toEqual([{ state: 'skipped' }]);
});

async function readRecord(id: string) {
  const rows = world.services.db.selectFrom('devices').select(['bad_rev', 'reported_status']);
  const row = await rows.where('id', '=', id).executeTakeFirstOrThrow();
  return { badRev: row.bad_rev, reportedStatus: row.reported_status };
}
