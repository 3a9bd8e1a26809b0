import { setTimeout as wait } from 'node:timers/promises';
import { topics } from '@northlight/contract/device-protocol';
import { RawDevice } from '@northlight/server/testing';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const TRICKS = 10_000;
const VICTIMS = 20;
/** Number of attackers, which is enough for each to play its tricks before it is banned. */
const INTRUDERS = 1_250;
const AT_ONCE = 25;
const ADDED_AT_ONCE = 10;
/** Interval of messages to each victim. An eavesdropper would receive one within two intervals. */
const CHATTER_MS = 200;
const LISTEN_MS = 500;
/** Text of messages that are sent in a victim's name. */
const LIE = 'a lie';

interface Trick {
  readonly name: string;
  /** Set for tricks that connect as another device. */
  readonly knocks?: true;
  /** Returns true if a foreign message was delivered or accepted; `port` is that of the MQTT endpoint. */
  play(own: BenchDevice, victim: BenchDevice, port: number): Promise<boolean>;
}

/** Resolves with the first of an answer and the end of the connection, which is also a refusal. */
function answered(work: Promise<boolean>, { client }: RawDevice): Promise<boolean> {
  return new Promise((resolve) => {
    client.once('close', () => resolve(false));
    work.then(resolve, () => resolve(false));
  });
}

/** Number of tricks that a ban refused before authentication and that therefore prove nothing. */
let banned = 0;

const noteBan = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 3) banned++;
  return undefined;
};

const connects = async (port: number, client: string, user: string, password: string): Promise<boolean> => {
  const device = await RawDevice.connect(port, client, user, password).catch(noteBan);
  await device?.[Symbol.asyncDispose]();
  return device !== undefined;
};

/** Connects with the attacker's own valid identity. */
async function asItself(
  { credential: { id, token } }: BenchDevice,
  port: number,
  tries: (device: RawDevice) => Promise<boolean>,
): Promise<boolean> {
  const entered = await RawDevice.connect(port, id, id, token).catch(noteBan);
  if (!entered) return false;
  await using device = entered;
  return answered(tries(device), device);
}

const knock = (
  name: string,
  as: (own: BenchDevice, victim: BenchDevice) => readonly [string, string, string],
): Trick => ({
  name: `connects ${name}`,
  knocks: true,
  play: (own, victim, port) => connects(port, ...as(own, victim)),
});

const listen = (name: string, topic: (own: string, victim: string) => string): Trick => ({
  name: `listens to ${name}`,
  play: (own, victim, port) =>
    asItself(own, port, async (device) => {
      const [grant] = await device.client.subscribeAsync(topic(own.id, victim.id), { qos: 1 });
      if (!grant || grant.qos === 128) return false;
      await wait(LISTEN_MS);
      return device.unread.some((message) => !message.topic.startsWith(`d/${own.id}/`));
    }),
});

const publish = (
  name: string,
  topic: (own: string, victim: string) => string,
  payload: object | ((victim: BenchDevice) => object),
): Trick => ({
  name: `publishes ${name}`,
  play: (own, victim, port) =>
    asItself(own, port, (device) =>
      device
        .publish(topic(own.id, victim.id), typeof payload === 'function' ? payload(victim) : payload)
        .then(() => true),
    ),
});

const TRICK_KINDS: readonly Trick[] = [
  knock('as another with its own token', (own, victim) => [victim.id, victim.id, own.credential.token]),
  knock('as another under its own name', (own, victim) => [victim.id, own.id, own.credential.token]),
  knock('as itself under another name', (own, victim) => [own.id, victim.id, own.credential.token]),
  knock('with a wildcard for a name', (own) => ['+', '+', own.credential.token]),
  knock('with a hash for a name', (own) => [`${own.id}#`, `${own.id}#`, own.credential.token]),
  knock('with a path for a name', (own, victim) => [
    `${own.id}/../${victim.id}`,
    own.id,
    own.credential.token,
  ]),
  knock('in other case', (own) => [own.id.toLowerCase(), own.id.toLowerCase(), own.credential.token]),
  knock('with an empty password', (_own, victim) => [victim.id, victim.id, '']),
  knock('for first contact with another’s number', (own, victim) => [
    `p-${victim.base.sn}`,
    victim.base.sn,
    own.base.secret,
  ]),
  knock('with a serial number as name', (_own, victim) => [
    victim.base.sn,
    victim.base.sn,
    victim.base.secret,
  ]),
  listen('another’s orders', (_own, victim) => topics.downAll(victim)),
  listen('one order of another', (_own, victim) => `d/${victim}/down/cfg`),
  listen('commands of all devices', () => 'd/+/down/#'),
  listen('everything', () => '#'),
  listen('reports of all devices', () => 'd/+/up/#'),
  listen('messages of the broker', () => '$SYS/#'),
  listen('a shared group', (_own, victim) => `$share/g/d/${victim}/down/#`),
  listen('offers', () => 'p/+/down/offer'),
  listen('a path upwards', (own, victim) => `d/${own}/down/../../${victim}/down/#`),
  publish('a configuration report in another’s name', (_own, victim) => topics.up(victim, 'cfg'), {
    rev: 9,
    hash: 'h',
    status: 'applied',
  }),
  publish('a birth in another’s name', (_own, victim) => topics.up(victim, 'birth'), { v: 1 }),
  publish(
    'a death in another’s name',
    (_own, victim) => topics.up(victim, 'death'),
    ({ session }) => ({ session, bd: 0 }),
  ),
  publish('an event in another’s name', (_own, victim) => topics.up(victim, 'evt'), {
    eid: LIE,
    ts: 0,
    type: LIE,
    sev: 'critical',
    data: { text: LIE },
  }),
  publish('a configuration to another', (_own, victim) => topics.downConfig(victim), { rev: 1 }),
  publish('a command to another', (_own, victim) => topics.downCommand(victim, 'c'), {
    cid: 'c',
    kind: 'reset',
  }),
  publish('a configuration to itself', (own) => topics.downConfig(own), { rev: 1 }),
  publish('a request of another', (_own, victim) => topics.upRequest(victim, 'r'), { kind: 'config' }),
  publish('a hello of another', (_own, victim) => `p/${victim}/up/hello`, { v: 1 }),
  publish('with a wildcard in the topic', () => 'd/+/up/stat', { session: 's', seq: 1, ts: 0 }),
];

/** Checks that old credentials end when a device is claimed again, and that new ones do not contain the serial number. */
async function credentials(
  world: BenchWorld,
  port: number,
): Promise<{ distinct: number; of: number; endsMs: number }> {
  const target = await world.addDevice('NL-GW5');
  const tokens = new Set<string>([target.credential.token]);
  const out = new Promise<void>((resolve) => target.device.client.once('close', () => resolve()));
  const start = performance.now();
  const renewed = await RawDevice.provision(port, target.base);
  tokens.add(renewed.token);
  await out;
  const { id, token } = target.credential;
  let endsMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 200 && endsMs === Number.POSITIVE_INFINITY; tries++) {
    if (!(await connects(port, id, id, token))) endsMs = performance.now() - start;
    else await wait(20);
  }
  return { distinct: tokens.size, of: 2, endsMs };
}

/**
 * Sends messages to a victim regularly. Returns a function that stops sending and resolves to the number of
 * messages that others received.
 */
function chatter({ device, id }: BenchDevice): () => Promise<number> {
  let foreign = 0;
  const ending = new AbortController();
  device.client.once('close', () => ending.abort());
  const gone = new Promise<undefined>((resolve) => device.client.once('close', () => resolve(undefined)));
  const ask = async (question: string): Promise<string> => {
    await device.publish(topics.upRequest(id, question), { kind: 'time' });
    return (await device.next()).topic;
  };
  const talk = async (): Promise<void> => {
    for (let count = 0; !ending.signal.aborted; count++) {
      const topic = await Promise.race([ask(`q${count}`), gone]);
      if (topic !== undefined && topic !== topics.downResponse(id, `q${count}`)) foreign++;
      await wait(CHATTER_MS);
    }
  };
  const talking = talk();
  return async () => {
    ending.abort();
    await talking;
    return foreign + device.unread.length;
  };
}

/** Counts the effects of messages that were sent in the victims' names. */
async function lies({ db }: BenchWorld, victims: readonly BenchDevice[]): Promise<number> {
  const ids = victims.map(({ id }) => id);
  const alarms = await db.selectFrom('alarms').select('id').where('device_id', 'in', ids).execute();
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'session', 'reported_rev', 'sent_rev'])
    .where('id', 'in', ids)
    .execute();
  const sessions = new Map(victims.map(({ id, session }) => [id, session] as const));
  const changed = rows.filter(
    ({ id, reported_rev, sent_rev, session }) =>
      session !== sessions.get(id) || reported_rev !== 0 || sent_rev !== 0,
  );
  return alarms.length + changed.length + victims.length - rows.length;
}

/** S10: tries identity tricks of devices against the MQTT endpoint. */
export async function measureIdentity(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const port = world.mqttPort;
  banned = 0;
  const victims: BenchDevice[] = [];
  for (let count = 0; count < VICTIMS; count++) victims.push(await world.addDevice('NL-GW5'));
  const intruders: BenchDevice[] = [];
  let added = 0;
  const adding = async (): Promise<void> => {
    while (added++ < INTRUDERS) {
      const intruder = await world.addDevice('NL-AP6C');
      await intruder.device[Symbol.asyncDispose]();
      intruders.push(intruder);
    }
  };
  await Promise.all(Array.from({ length: ADDED_AT_ONCE }, () => adding()));
  let closed = 0;
  for (const { device } of victims) device.client.on('close', () => closed++);
  const chatters = victims.map(chatter);
  const leaks = new Map<string, number>();
  let played = 0;
  let turn = 0;
  const worker = async (): Promise<void> => {
    for (let number = turn++; number < TRICKS; number = turn++) {
      const trick = TRICK_KINDS[number % TRICK_KINDS.length];
      const own = intruders[number % INTRUDERS];
      // The server refuses a client id without a check after too many failures from one address, so the
      // victim must be offline.
      const victim = trick?.knocks ? intruders[(number + 1) % INTRUDERS] : victims[number % VICTIMS];
      if (!trick || !own || !victim) return;
      const leaked = await trick.play(own, victim, port);
      played++;
      if (leaked) leaks.set(trick.name, (leaks.get(trick.name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker()));
  const received = (await Promise.all(chatters.map((end) => end()))).reduce((sum, count) => sum + count, 0);
  const taken = await lies(world, victims);
  const { distinct, of, endsMs } = await credentials(world, port);
  const total = [...leaks.values()].reduce((sum, count) => sum + count, 0);
  const named = [...leaks].map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    {
      id: 'S10',
      text: `${played} identity tricks of ${TRICK_KINDS.length} kinds (${banned} refused by a ban): ${total} accepted${named && `: ${named}`}; ${VICTIMS} victims received ${received} foreign messages, ${taken} reports were accepted in their names, ${closed} of their connections were lost; after a new first contact the old credential ended in ${endsMs.toFixed(0)} ms, ${distinct} of ${of} tokens differ`,
      goal: '0 accepted, 0 received, 0 taken, 2 s',
      reached: total + received + taken + closed === 0 && endsMs <= 2_000 && distinct === of,
    },
  ];
}
