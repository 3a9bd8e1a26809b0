import { type Device, DEVICE_FIGURES, type LiveRow } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  listChanges,
  pollUntil,
  openStream,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let projectId: number;
let devices: readonly PlayedDevice[];
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
  owner = await world.signedUp();
  ({ devices, projectId } = await playSite(world, owner, 'NL-GW5', 'NL-AP6C'));
  for (const device of devices) await device.on({ session: 'one', ts: world.clock.now() });
  // Waits until the changes of the births are published, because a report in the same interval would send no
  // rows.
  await world.clock.advance(3000);
});
afterAll(async () => {
  for (const device of devices) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Stream = Awaited<ReturnType<typeof openStream>>;

const rowsIn = (stream: Stream): LiveRow[] => listChanges(stream).flatMap(({ rows }) => rows ?? []);

let reports = 0;
async function report(device: PlayedDevice, figures: object): Promise<void> {
  reports += 1;
  await device.raw.publish(topics.up(device.id, 'stat'), {
    session: 'one',
    seq: reports,
    ts: world.clock.now(),
    ...figures,
  });
}

/** Advances the clock until the condition holds. */
const waitUntil = (isDone: () => boolean) =>
  pollUntil(async () => {
    // Advances in small steps, so that no connection times out meanwhile.
    await world.clock.advance(10);
    return isDone();
  });

const list = async (): Promise<Device[]> => (await owner.call('deviceList', { params: { projectId } })).items;
const openLive = (browser: TestBrowser, query = `?projectId=${projectId}`) => openStream(browser, query);

async function shareWith(right: 'r' | 'rw'): Promise<TestBrowser> {
  const other = await world.signedUp();
  const { account } = await other.call('sessionGet', {});
  const validity = { kind: 'permanent' } as const;
  await owner.call('shareCreate', {
    params: { projectId },
    body: { account: account.account, right, validity },
  });
  return other;
}

test('sends only the changed rows, as in the device list', async () => {
  const [first] = devices as [PlayedDevice];
  const stream = await openLive(owner);
  void report(first, { cpu: 77, mem: 31, clients: 5, uptimeSeconds: 100 });
  await waitUntil(() => rowsIn(stream).some(({ cpuPercent }) => cpuPercent === 77));
  expect(new Set(rowsIn(stream).map(({ id }) => id))).toEqual(new Set([first.id]));
  const listed = (await list()).find(({ id }) => id === first.id);
  const row = rowsIn(stream).at(-1);
  expect(
    Object.keys(row ?? {}).filter((name) => name !== 'id' && !DEVICE_FIGURES.includes(name as never)),
  ).toEqual([]);
  for (const name of DEVICE_FIGURES) expect(row?.[name], name).toEqual(listed?.[name]);
  await stream.close();
});

test('sends rows to viewers with access to the list, and only a change event to others', async () => {
  const [first] = devices as [PlayedDevice];
  world.services.live.provideRows('alarms', {
    list: { needs: 'owner', access: ['web'] },
    read: async () => [{ id: 'visible to the owner' }],
  });
  const [reader, mine, lobby] = [
    await openLive(await shareWith('r')),
    await openLive(owner),
    await openLive(owner, ''),
  ];
  void report(first, { cpu: 12 });
  await waitUntil(() => rowsIn(reader).some(({ cpuPercent }) => cpuPercent === 12));
  world.services.live.changedRows('alarms', projectId, ['x']);
  await waitUntil(() =>
    [mine, reader].every((each) => listChanges(each).some(({ resource }) => resource === 'alarms')),
  );
  const alarms = (stream: Stream) => listChanges(stream).find(({ resource }) => resource === 'alarms')?.rows;
  expect(alarms(mine)).toEqual([{ id: 'visible to the owner' }]);
  expect(alarms(reader)).toBeUndefined();
  // A page without a project receives the events of its account, but no rows of a project.
  expect(listChanges(lobby).filter(({ projectId: of }) => of !== undefined)).toEqual([]);
  for (const stream of [reader, mine, lobby]) await stream.close();
});

test('sends no rows after access has ended', async () => {
  const [first] = devices as [PlayedDevice];
  const reader = await shareWith('r');
  const stream = await openLive(reader);
  const { account } = await reader.call('sessionGet', {});
  const { items } = await owner.call('sharingGet', { params: { projectId } });
  const share = items.find((each) => each.account === account.account);
  await owner.call('shareRemove', { params: { projectId, shareId: share?.id ?? '' } });
  await waitUntil(() => stream.ended());
  let isAcknowledged = false;
  void report(first, { cpu: 99 }).then(() => (isAcknowledged = true));
  await waitUntil(() => isAcknowledged);
  expect(rowsIn(stream).map(({ cpuPercent }) => cpuPercent)).not.toContain(99);
});

test('sends no rows for a state change, because it also changes permissions', async () => {
  const [, second] = devices as [PlayedDevice, PlayedDevice];
  const stream = await openLive(owner);
  await second.off();
  await waitUntil(() => listChanges(stream).some(({ resource, rows }) => resource === 'devices' && !rows));
  await stream.close();
});
