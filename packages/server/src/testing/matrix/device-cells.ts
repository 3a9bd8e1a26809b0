import { topics } from '@northlight/contract/device-protocol';
import { RawDevice } from '../raw-device.ts';
import type { TestServer } from '../test-server.ts';
import { PRINCIPALS } from './policy.ts';
import type { World } from './world.ts';

/** Topic classes of a device's own tree; nobody but the device speaks or listens there. */
const PUBLISHED = ['birth', 'death', 'stat', 'clients', 'topo', 'evt', 'cfg', 'cmd/c1', 'req/r1'] as const;
const LISTENED = (id: string): readonly string[] => [
  topics.downAll(id),
  topics.downConfig(id),
  topics.downCommand(id, '+'),
  'd/+/down/#',
  'd/#',
  '#',
  `d/${id}/up/#`,
  'p/+/down/offer',
];

/** Who was refused too often is turned away for a minute: a cell is to be refused for its own sake. */
const BAN_MS = 61_000;

/** Every principal's credential at the devices' door, and another tenant's device at the victim's topics. */
export async function deviceCells(
  server: TestServer,
  { victim, foreignDevice, credentials }: World,
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
    const let_in = await RawDevice.connect(server.mqttPort, victim.id, victim.id, password).catch(
      () => undefined,
    );
    if (let_in) leaks.push(`MQTT session of a device × ${principal}: let in`);
    await let_in?.[Symbol.asyncDispose]();
  }
  await using honest = await RawDevice.connect(server.mqttPort, victim.id, victim.id, victim.token);
  await honest.client.subscribeAsync(topics.downAll(victim.id), { qos: 1 });
  for (const channel of PUBLISHED) {
    cells += 1;
    await using stranger = await connectForeign();
    const taken = await settles(
      stranger.publish(`d/${victim.id}/up/${channel}`, { session: 'x', eid: 'x' }),
      stranger,
    );
    if (taken) leaks.push(`MQTT publish ${channel} × foreign device: acknowledged`);
  }
  for (const filter of LISTENED(victim.id)) {
    cells += 1;
    await using stranger = await connectForeign();
    await settles(stranger.client.subscribeAsync(filter, { qos: 1 }), stranger);
    server.services.plane.nudge(victim.id);
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

/** True when the server acknowledged; false when it refused or closed the connection. */
async function settles(work: Promise<unknown>, device: RawDevice): Promise<boolean> {
  const closed = new Promise<false>((resolve) => device.client.once('close', () => resolve(false)));
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    closed,
  ]);
}
