import { topics } from '@northlight/contract/device-protocol';
import { RawDevice } from '../raw-device.ts';
import type { TestServer } from '../test-server.ts';
import { PRINCIPALS } from './policy.ts';
import type { MatrixWorld } from './world.ts';

/** Channels of a device's topic tree, to which only the device may publish. */
const PUBLISH_CHANNELS = [
  'birth',
  'death',
  'stat',
  'clients',
  'topo',
  'evt',
  'cfg',
  'cmd/c1',
  'req/r1',
] as const;
const subscribeFilters = (id: string): readonly string[] => [
  topics.downAll(id),
  topics.downConfig(id),
  topics.downCommand(id, '+'),
  'd/+/down/#',
  'd/#',
  '#',
  `d/${id}/up/#`,
  'p/+/down/offer',
];

/** Time to wait between cells, because the server bans clients with too many refusals for 1 min. */
const BAN_MS = 61_000;

/** Checks every principal's credential at the device listener and a foreign device at the victim's topics. */
export async function checkDeviceCells(
  server: TestServer,
  { victim, foreignDevice, credentials }: MatrixWorld,
): Promise<{
  cells: number;
  leaks: string[];
}> {
  const leaks: string[] = [];
  let cells = 0;
  for (const principal of PRINCIPALS) {
    cells += 1;
    await server.clock.advance(BAN_MS);
    const password = credentials.get(principal)?.token ?? '';
    const session = await RawDevice.connect(server.mqttPort, victim.id, victim.id, password).catch(
      () => undefined,
    );
    if (session) leaks.push(`MQTT session of a device × ${principal}: connected`);
    await session?.[Symbol.asyncDispose]();
  }
  await using honest = await RawDevice.connect(server.mqttPort, victim.id, victim.id, victim.token);
  await honest.client.subscribeAsync(topics.downAll(victim.id), { qos: 1 });
  for (const channel of PUBLISH_CHANNELS) {
    cells += 1;
    await using stranger = await connectForeign();
    const acknowledged = await isAcknowledged(
      stranger.publish(`d/${victim.id}/up/${channel}`, { session: 'x', eid: 'x' }),
      stranger,
    );
    if (acknowledged) leaks.push(`MQTT publish ${channel} × foreign device: acknowledged`);
  }
  for (const filter of subscribeFilters(victim.id)) {
    cells += 1;
    await using stranger = await connectForeign();
    await isAcknowledged(stranger.client.subscribeAsync(filter, { qos: 1 }), stranger);
    server.services.plane.sendPendingWork(victim.id);
    await server.services.plane.processAll();
    if (stranger.unread.length > 0) leaks.push(`MQTT subscribe ${filter} × foreign device: delivered`);
  }
  return { cells, leaks };

  async function connectForeign(): Promise<RawDevice> {
    await server.clock.advance(BAN_MS);
    const { id, token } = foreignDevice;
    return RawDevice.connect(server.mqttPort, id, id, token);
  }
}

/**
 * Returns true when the server acknowledged, and false when it rejected the request or closed the connection.
 */
async function isAcknowledged(work: Promise<unknown>, device: RawDevice): Promise<boolean> {
  const closed = new Promise<false>((resolve) => device.client.once('close', () => resolve(false)));
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    closed,
  ]);
}
