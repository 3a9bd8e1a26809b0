import { type Device, DEVICE_FIGURES, type LiveRow } from '@northlight/contract';
import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  changesIn,
  eventually,
  openStream,
  type PlayedDevice,
  playedSite,
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
  ({ devices, projectId } = await playedSite(world, owner, 'NL-GW5', 'NL-AP6C'));
  for (const device of devices) await device.on({ session: 'one', ts: world.clock.now() });
  // What the births changed is told by then: a report that comes together with it is no row by itself.
  await world.clock.advance(3000);
});
afterAll(async () => {
  for (const device of devices) await device[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Stream = Awaited<ReturnType<typeof openStream>>;

const rowsIn = (stream: Stream): LiveRow[] => changesIn(stream).flatMap(({ rows }) => rows ?? []);

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

/** Lets a report reach the pages, whatever it waits for on the way. */
const told = (look: () => boolean) =>
  eventually(async () => {
    // In small steps: a report that is long on its way may not find its device given up.
    await world.clock.advance(10);
    return look();
  });

const list = async (): Promise<Device[]> => (await owner.call('deviceList', { params: { projectId } })).items;
const watched = (browser: TestBrowser, query = `?projectId=${projectId}`) => openStream(browser, query);

async function shared(right: 'r' | 'rw'): Promise<TestBrowser> {
  const other = await world.signedUp();
  const { account } = await other.call('sessionGet', {});
  const validity = { kind: 'permanent' } as const;
  await owner.call('shareCreate', {
    params: { projectId },
    body: { account: account.account, right, validity },
  });
  return other;
}

test('a report brings the rows that changed, as the list answers them, and no other', async () => {
  const [first] = devices as [PlayedDevice];
  const stream = await watched(owner);
  void report(first, { cpu: 77, mem: 31, clients: 5, uptimeSeconds: 100 });
  await told(() => rowsIn(stream).some(({ cpuPercent }) => cpuPercent === 77));
  expect(new Set(rowsIn(stream).map(({ id }) => id))).toEqual(new Set([first.id]));
  const listed = (await list()).find(({ id }) => id === first.id);
  const row = rowsIn(stream).at(-1);
  expect(
    Object.keys(row ?? {}).filter((name) => name !== 'id' && !DEVICE_FIGURES.includes(name as never)),
  ).toEqual([]);
  for (const name of DEVICE_FIGURES) expect(row?.[name], name).toEqual(listed?.[name]);
  await stream.close();
});

test('whoever may read the list is brought rows; who may not is told that something changed', async () => {
  const [first] = devices as [PlayedDevice];
  world.services.live.provideRows('alarms', {
    list: { needs: 'owner', access: ['web'] },
    read: async () => [{ id: 'of the owner' }],
  });
  const [reader, mine, lobby] = [
    await watched(await shared('r')),
    await watched(owner),
    await watched(owner, ''),
  ];
  void report(first, { cpu: 12 });
  await told(() => rowsIn(reader).some(({ cpuPercent }) => cpuPercent === 12));
  world.services.live.changedRows('alarms', projectId, ['x']);
  await told(() =>
    [mine, reader].every((each) => changesIn(each).some(({ resource }) => resource === 'alarms')),
  );
  const alarms = (stream: Stream) => changesIn(stream).find(({ resource }) => resource === 'alarms')?.rows;
  expect(alarms(mine)).toEqual([{ id: 'of the owner' }]);
  expect(alarms(reader)).toBeUndefined();
  // A page without a project receives what is addressed to its account, and nothing of a project's content.
  expect(changesIn(lobby).filter(({ projectId: of }) => of !== undefined)).toEqual([]);
  for (const stream of [reader, mine, lobby]) await stream.close();
});

test('a right that ends takes the rows with it', async () => {
  const [first] = devices as [PlayedDevice];
  const reader = await shared('r');
  const stream = await watched(reader);
  const { account } = await reader.call('sessionGet', {});
  const { items } = await owner.call('sharingGet', { params: { projectId } });
  const share = items.find((each) => each.account === account.account);
  await owner.call('shareRemove', { params: { projectId, shareId: share?.id ?? '' } });
  await told(() => stream.ended());
  let isTaken = false;
  void report(first, { cpu: 99 }).then(() => (isTaken = true));
  await told(() => isTaken);
  expect(rowsIn(stream).map(({ cpuPercent }) => cpuPercent)).not.toContain(99);
});

test('a change of state is no row: what a device can be asked to do goes with it', async () => {
  const [, second] = devices as [PlayedDevice, PlayedDevice];
  const stream = await watched(owner);
  await second.off();
  await told(() => changesIn(stream).some(({ resource, rows }) => resource === 'devices' && !rows));
  await stream.close();
});
