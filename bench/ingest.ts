import { hashSha256Hex } from '@northlight/runtime';
import { setTimeout as wait } from 'node:timers/promises';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { sumCpuSeconds } from './cpu.ts';
import type { Figure } from './figure.ts';
import { claimFleet } from './fleet.ts';
import { type PlainPipeline, startPlainPipeline } from './plain-pipeline.ts';
import { type LoadDevice, type StatLoadResult, type StatLoad, startStatLoad } from './stat-load.ts';

const PROJECTS = 20;
/** Models of a hundred devices, a mid-sized site. */
const MODELS = [
  'NL-GW10',
  ...Array<string>(8).fill('NL-SW8P'),
  'NL-SW24P',
  ...Array<string>(90).fill('NL-AP6C'),
];
const WARM_UP_MS = 5_000;
/** Time after a load for the commits of its last batches. */
const PAUSE_MS = 1_500;

const RATE_PER_SECOND = 2_000;
const ROUNDS = 3;
const ROUND_MS = 12_000;
const RATIO_GOAL = 1;

/** Numbers of reports in flight per device. With one report in flight, devices share only the commit. */
const IN_FLIGHT_EACH = [8, 1];
const SATURATION_MS = 20_000;
const CORE_GOAL = 5_000;
const THINGSBOARD_PER_CORE = 2_600;

/** Creates devices through the API and tokens like those of provisioning. */
export async function createDevicesWithTokens(
  world: BenchWorld,
  count = PROJECTS,
  models: readonly string[] = MODELS,
): Promise<{ readonly devices: LoadDevice[]; readonly projectIds: readonly number[] }> {
  const owners = Array.from({ length: count }, () => world.browser);
  const projects = await claimFleet(world, owners, models);
  const devices = projects.flatMap(({ devices }) =>
    devices.map(({ id, mac, model, sn }, index) => ({
      id,
      mac,
      model,
      sn,
      token: `token-of-${id}`,
      session: `session-${index}`,
    })),
  );
  for (const { id, token } of devices)
    await world.db
      .updateTable('devices')
      .set({ token_hash: hashSha256Hex(token) })
      .where('id', '=', id)
      .execute();
  return { devices, projectIds: projects.map(({ id }) => id) };
}

const readMqttPort = ({ product }: BenchWorld): number => Number(product.env['NORTHLIGHT_MQTT_PORT']);

/** Returns the cost of a load; measured `PAUSE_MS` after its end, so that pending writes are included. */
async function measureCost<Cpu extends Readonly<Record<string, number>>>(
  cpu: () => Cpu,
  load: () => Promise<StatLoadResult>,
): Promise<{ readonly cost: Cpu; readonly ran: StatLoadResult }> {
  const before = cpu();
  const ran = await load();
  await wait(PAUSE_MS);
  const after = cpu();
  const parts = Object.entries(after).map(([part, seconds]) => [part, seconds - (before[part] ?? 0)]);
  return { cost: Object.fromEntries(parts) as Cpu, ran };
}

const sum = (cost: Readonly<Record<string, number>>): number =>
  Object.values(cost).reduce((total, seconds) => total + seconds, 0);

/** Microseconds per message of each part and of all: `83.1 µs (server 50.0, postgres 33.1)`. */
function describe(cost: Readonly<Record<string, number>>, messages: number): string {
  const micros = (seconds: number): string => ((1e6 * seconds) / messages).toFixed(1);
  const parts = Object.entries(cost).map(([part, seconds]) => `${part} ${micros(seconds)}`);
  return `${micros(sum(cost))} µs (${parts.join(', ')})`;
}

/** Sums the costs of all rounds of one of the compared programs. */
class Account {
  messages = 0;
  cost: Record<string, number> = {};

  add({ cost, ran }: { cost: Readonly<Record<string, number>>; ran: StatLoadResult }): void {
    this.messages += ran.acknowledged;
    for (const [part, seconds] of Object.entries(cost)) this.cost[part] = (this.cost[part] ?? 0) + seconds;
  }

  get perMessage(): number {
    return sum(this.cost) / this.messages;
  }
}

/**
 * P1: processor time of a durable QoS 1 message at a steady rate from 2,000 connections, compared in
 * alternating rounds with mosquitto, a Node subscriber and COPY into a separate PostgreSQL. The load sends
 * the same reports. Advantages of the plain pipeline: it sends PUBACK before anything is on disk, so that a
 * crash of mosquitto loses acknowledged reports; it checks neither token nor schema; its table has no index;
 * it updates no list and no open page. Advantage of the product: the plain pipeline stores every report as a
 * row, the product only current figures.
 */
export async function measureIngest(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  await using plain = await startPlainPipeline();
  const { devices } = await createDevicesWithTokens(world);
  using ownLoad = await startStatLoad(readMqttPort(world), devices);
  using plainLoad = await startStatLoad(plain.port, devices);
  const sides = [
    { account: new Account(), cpu: () => ({ ...sumCpuSeconds(world.product) }), load: ownLoad },
    { account: new Account(), cpu: () => ({ ...plain.cpu() }), load: plainLoad },
  ] as const;
  for (const { load } of sides) await load.atRate(RATE_PER_SECOND, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++)
    for (const { account, cpu, load } of sides)
      account.add(
        await measureCost<Record<string, number>>(cpu, () => load.atRate(RATE_PER_SECOND, ROUND_MS)),
      );
  const [own, other] = [sides[0].account, sides[1].account];
  await checkAllStored(plain, other.messages);
  const ratio = own.perMessage / other.perMessage;
  return [
    {
      id: 'P1',
      text: `${devices.length} connections, ${RATE_PER_SECOND} messages/s: a durable message costs ${describe(own.cost, own.messages)}; mosquitto + subscriber + COPY ${describe(other.cost, other.messages)}; ratio ${ratio.toFixed(2)}×`,
      goal: `${RATIO_GOAL.toFixed(1)}×`,
      reached: ratio <= RATIO_GOAL,
    },
  ];
}

/** Checks that the plain pipeline has stored all reports; otherwise its cost is not comparable. */
async function checkAllStored(plain: PlainPipeline, messages: number): Promise<void> {
  const stored = await plain.stored();
  if (stored < messages) throw new Error(`Of ${messages} messages ${stored} were stored beside us.`);
}

/**
 * P2: the maximum rate of reports. The server authorises each report (connection by token, topic by identity,
 * rate and size by the device's limits), parses and checks it, merges it into the device's current figures
 * (`device_state`), and publishes it to open pages. It sends PUBACK after that commit. Reports of one device
 * in one commit share its row, so that several in flight cost less than one.
 */
export async function measureSlowIngest(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { devices } = await createDevicesWithTokens(world);
  using load: StatLoad = await startStatLoad(readMqttPort(world), devices);
  await load.atRate(RATE_PER_SECOND, WARM_UP_MS);
  const figures: Figure[] = [];
  for (const each of IN_FLIGHT_EACH) {
    const { cost, ran } = await measureCost(
      () => sumCpuSeconds(world.product),
      () => load.inFlight(each, SATURATION_MS),
    );
    const perCore = ran.acknowledged / (cost.server + cost.postgres);
    const perSecond = (amount: number): number => amount / (ran.ms / 1000);
    figures.push({
      id: 'P2',
      text: `${devices.length} devices, ${each} on the way of each: ${perSecond(ran.acknowledged).toFixed(0)} messages/s on ${perSecond(cost.server).toFixed(2)} cores of the server and ${perSecond(cost.postgres).toFixed(2)} of PostgreSQL, ${perCore.toFixed(0)} per second and core (ThingsBoard publishes ${THINGSBOARD_PER_CORE}); ${describe({ ...cost }, ran.acknowledged)} each`,
      goal: `${CORE_GOAL}`,
      reached: perCore >= CORE_GOAL,
    });
  }
  return figures;
}
