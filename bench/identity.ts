import { setTimeout as wait } from 'node:timers/promises';
import { topics } from '@northlight/contract/device-protocol';
import { RawDevice } from '@northlight/server/testing';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const ATTEMPTS = 10_000;
const TARGET_COUNT = 20;
/** Number of attackers, so that each makes few enough attempts to avoid a ban. */
const ATTACKER_COUNT = 1_250;
const AT_ONCE = 25;
const ADDED_AT_ONCE = 10;
/** Interval of messages to each target. A foreign subscriber would receive one within two intervals. */
const REQUEST_INTERVAL_MS = 200;
const LISTEN_MS = 500;
/** Text of events that attackers publish in the name of a target. */
const FORGED_TEXT = 'forged event';

interface AttackKind {
  readonly name: string;
  /** Set for attempts to connect as another device. */
  readonly isConnection?: true;
  /** Returns true if a foreign message was delivered or accepted; `port` is that of the MQTT endpoint. */
  attempt(own: BenchDevice, target: BenchDevice, port: number): Promise<boolean>;
}

/**
 * Resolves to the result of `work`, or to false if the connection ends first: the server refuses by closing
 * it.
 */
function settleOnClose(work: Promise<boolean>, { client }: RawDevice): Promise<boolean> {
  return new Promise((resolve) => {
    client.once('close', () => resolve(false));
    work.then(resolve, () => resolve(false));
  });
}

/** Number of attempts that a ban refused before authentication, so that they prove nothing. */
let banned = 0;

const recordBan = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 3) banned++;
  return undefined;
};

const isConnectionAccepted = async (
  port: number,
  client: string,
  user: string,
  password: string,
): Promise<boolean> => {
  const device = await RawDevice.connect(port, client, user, password).catch(recordBan);
  await device?.[Symbol.asyncDispose]();
  return device !== undefined;
};

/** Connects with the attacker's own valid identity. */
async function runAsAttacker(
  { credential: { id, token } }: BenchDevice,
  port: number,
  action: (device: RawDevice) => Promise<boolean>,
): Promise<boolean> {
  const connected = await RawDevice.connect(port, id, id, token).catch(recordBan);
  if (!connected) return false;
  await using device = connected;
  return await settleOnClose(action(device), device);
}

const createConnectionAttack = (
  name: string,
  as: (own: BenchDevice, target: BenchDevice) => readonly [string, string, string],
): AttackKind => ({
  name: `connects ${name}`,
  isConnection: true,
  attempt: (own, target, port) => isConnectionAccepted(port, ...as(own, target)),
});

const createSubscriptionAttack = (
  name: string,
  topic: (own: string, target: string) => string,
): AttackKind => ({
  name: `listens to ${name}`,
  attempt: (own, target, port) =>
    runAsAttacker(own, port, async (device) => {
      const [grant] = await device.client.subscribeAsync(topic(own.id, target.id), { qos: 1 });
      if (!grant || grant.qos === 128) return false;
      await wait(LISTEN_MS);
      return device.unread.some((message) => !message.topic.startsWith(`d/${own.id}/`));
    }),
});

const createPublicationAttack = (
  name: string,
  topic: (own: string, target: string) => string,
  payload: object | ((target: BenchDevice) => object),
): AttackKind => ({
  name: `publishes ${name}`,
  attempt: (own, target, port) =>
    runAsAttacker(own, port, (device) =>
      device
        .publish(topic(own.id, target.id), typeof payload === 'function' ? payload(target) : payload)
        .then(() => true),
    ),
});

const ATTACK_KINDS: readonly AttackKind[] = [
  createConnectionAttack('as another with its own token', (own, target) => [
    target.id,
    target.id,
    own.credential.token,
  ]),
  createConnectionAttack('as another under its own name', (own, target) => [
    target.id,
    own.id,
    own.credential.token,
  ]),
  createConnectionAttack('as itself under another name', (own, target) => [
    own.id,
    target.id,
    own.credential.token,
  ]),
  createConnectionAttack('with a wildcard for a name', (own) => ['+', '+', own.credential.token]),
  createConnectionAttack('with a hash for a name', (own) => [
    `${own.id}#`,
    `${own.id}#`,
    own.credential.token,
  ]),
  createConnectionAttack('with a path for a name', (own, target) => [
    `${own.id}/../${target.id}`,
    own.id,
    own.credential.token,
  ]),
  createConnectionAttack('in other case', (own) => [
    own.id.toLowerCase(),
    own.id.toLowerCase(),
    own.credential.token,
  ]),
  createConnectionAttack('with an empty password', (_own, target) => [target.id, target.id, '']),
  createConnectionAttack('for first contact with another’s number', (own, target) => [
    `p-${target.base.sn}`,
    target.base.sn,
    own.base.secret,
  ]),
  createConnectionAttack('with a serial number as name', (_own, target) => [
    target.base.sn,
    target.base.sn,
    target.base.secret,
  ]),
  createSubscriptionAttack('another’s orders', (_own, target) => topics.downAll(target)),
  createSubscriptionAttack('one order of another', (_own, target) => `d/${target}/down/cfg`),
  createSubscriptionAttack('commands of all devices', () => 'd/+/down/#'),
  createSubscriptionAttack('everything', () => '#'),
  createSubscriptionAttack('reports of all devices', () => 'd/+/up/#'),
  createSubscriptionAttack('messages of the broker', () => '$SYS/#'),
  createSubscriptionAttack('a shared group', (_own, target) => `$share/g/d/${target}/down/#`),
  createSubscriptionAttack('offers', () => 'p/+/down/offer'),
  createSubscriptionAttack('a path upwards', (own, target) => `d/${own}/down/../../${target}/down/#`),
  createPublicationAttack(
    'a configuration report in another’s name',
    (_own, target) => topics.up(target, 'cfg'),
    {
      rev: 9,
      hash: 'h',
      status: 'applied',
    },
  ),
  createPublicationAttack('a birth in another’s name', (_own, target) => topics.up(target, 'birth'), {
    v: 1,
  }),
  createPublicationAttack(
    'a death in another’s name',
    (_own, target) => topics.up(target, 'death'),
    ({ session }) => ({ session, bd: 0 }),
  ),
  createPublicationAttack('an event in another’s name', (_own, target) => topics.up(target, 'evt'), {
    eid: FORGED_TEXT,
    ts: 0,
    type: FORGED_TEXT,
    sev: 'critical',
    data: { text: FORGED_TEXT },
  }),
  createPublicationAttack('a configuration to another', (_own, target) => topics.downConfig(target), {
    rev: 1,
  }),
  createPublicationAttack('a command to another', (_own, target) => topics.downCommand(target, 'c'), {
    cid: 'c',
    kind: 'reset',
  }),
  createPublicationAttack('a configuration to itself', (own) => topics.downConfig(own), { rev: 1 }),
  createPublicationAttack('a request of another', (_own, target) => topics.upRequest(target, 'r'), {
    kind: 'config',
  }),
  createPublicationAttack('a hello of another', (_own, target) => `p/${target}/up/hello`, { v: 1 }),
  createPublicationAttack('with a wildcard in the topic', () => 'd/+/up/stat', {
    session: 's',
    seq: 1,
    ts: 0,
  }),
];

/** Checks that old credentials end when a device is claimed again, and that new ones do not contain the serial number. */
async function checkCredentialRenewal(
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
    if (!(await isConnectionAccepted(port, id, id, token))) endsMs = performance.now() - start;
    else await wait(20);
  }
  return { distinct: tokens.size, of: 2, endsMs };
}

/**
 * Sends requests of a target regularly. Returns a function that stops sending and resolves to the number of
 * messages that other clients received.
 */
function watchForeignMessages({ device, id }: BenchDevice): () => Promise<number> {
  let foreign = 0;
  const ending = new AbortController();
  device.client.once('close', () => ending.abort());
  const gone = new Promise<undefined>((resolve) => device.client.once('close', () => resolve(undefined)));
  const ask = async (question: string): Promise<string> => {
    await device.publish(topics.upRequest(id, question), { kind: 'time' });
    return (await device.next()).topic;
  };
  const sendRequests = async (): Promise<void> => {
    for (let count = 0; !ending.signal.aborted; count++) {
      const topic = await Promise.race([ask(`q${count}`), gone]);
      if (topic !== undefined && topic !== topics.downResponse(id, `q${count}`)) foreign++;
      await wait(REQUEST_INTERVAL_MS);
    }
  };
  const sending = sendRequests();
  return async () => {
    ending.abort();
    await sending;
    return foreign + device.unread.length;
  };
}

/** Counts the effects of messages that attackers sent in the names of the targets. */
async function countForgedEffects({ db }: BenchWorld, targets: readonly BenchDevice[]): Promise<number> {
  const ids = targets.map(({ id }) => id);
  const alarms = await db.selectFrom('alarms').select('id').where('device_id', 'in', ids).execute();
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'session', 'reported_rev', 'sent_rev'])
    .where('id', 'in', ids)
    .execute();
  const sessions = new Map(targets.map(({ id, session }) => [id, session] as const));
  const changed = rows.filter(
    ({ id, reported_rev, sent_rev, session }) =>
      session !== sessions.get(id) || reported_rev !== 0 || sent_rev !== 0,
  );
  return alarms.length + changed.length + targets.length - rows.length;
}

/** S10: attempts to use the identity of another device at the MQTT endpoint. */
export async function measureIdentity(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const port = world.mqttPort;
  banned = 0;
  const targets: BenchDevice[] = [];
  for (let count = 0; count < TARGET_COUNT; count++) targets.push(await world.addDevice('NL-GW5'));
  const attackers: BenchDevice[] = [];
  let added = 0;
  const adding = async (): Promise<void> => {
    while (added++ < ATTACKER_COUNT) {
      const attacker = await world.addDevice('NL-AP6C');
      await attacker.device[Symbol.asyncDispose]();
      attackers.push(attacker);
    }
  };
  await Promise.all(Array.from({ length: ADDED_AT_ONCE }, () => adding()));
  let closed = 0;
  for (const { device } of targets) device.client.on('close', () => closed++);
  const watchers = targets.map(watchForeignMessages);
  const leaks = new Map<string, number>();
  let played = 0;
  let turn = 0;
  const worker = async (): Promise<void> => {
    for (let number = turn++; number < ATTEMPTS; number = turn++) {
      const kind = ATTACK_KINDS[number % ATTACK_KINDS.length];
      const own = attackers[number % ATTACKER_COUNT];
      // The server refuses a client id without a check after too many failures from one address, so the
      // target must be offline.
      const target = kind?.isConnection
        ? attackers[(number + 1) % ATTACKER_COUNT]
        : targets[number % TARGET_COUNT];
      if (!kind || !own || !target) return;
      const leaked = await kind.attempt(own, target, port);
      played++;
      if (leaked) leaks.set(kind.name, (leaks.get(kind.name) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker()));
  const received = (await Promise.all(watchers.map((end) => end()))).reduce((sum, count) => sum + count, 0);
  const forged = await countForgedEffects(world, targets);
  const { distinct, of, endsMs } = await checkCredentialRenewal(world, port);
  const total = [...leaks.values()].reduce((sum, count) => sum + count, 0);
  const named = [...leaks].map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    {
      id: 'S10',
      text: `${played} identity attacks of ${ATTACK_KINDS.length} kinds (${banned} refused by a ban): ${total} accepted${named && `: ${named}`}; ${TARGET_COUNT} targets received ${received} foreign messages, ${forged} reports were accepted in their names, ${closed} of their connections were lost; after a new first contact the old credential ended in ${endsMs.toFixed(0)} ms, ${distinct} of ${of} tokens differ`,
      goal: '0 accepted, 0 received, 0 forged, 2 s',
      reached: total + received + forged + closed === 0 && endsMs <= 2_000 && distinct === of,
    },
  ];
}
