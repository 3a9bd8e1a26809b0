/** Plays an hour of 1,000 devices and 20,000 clients on an accelerated clock. */
import { sleep } from '@northlight/runtime';
import { readCpuSeconds, readPostgresCpu } from './cpu.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';
import { claimHourFleet, type HourFleet, startHourFleet } from './hour-fleet.ts';
import { startPaceController } from './pace-controller.ts';
import { watchIdleLoop } from './idle-loop.ts';
import { compareLists, type ListFaults, sumFaults } from './hour-list.ts';
import { type HourWorld, type Memory, startHourWorld } from './hour-world.ts';
import { waitUntil } from './restart-storm.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** `BENCH_HOUR_DEVICES=100 BENCH_HOUR_MINUTES=6 npm run bench -- hour` takes about 1 min. */
const readSetting = (name: string, usual: number): number =>
  Number(process.env[`BENCH_HOUR_${name}`] ?? usual);
const DEVICES = readSetting('DEVICES', 1_000);
const MINUTES = readSetting('MINUTES', HOUR_MINUTES);
const TIMES = readSetting('TIMES', 6);

/**
 * Start of the measured hour. It is a full hour (UTC), so that the measurement begins and ends between two
 * hours of the log.
 */
const HOUR_AT = Date.UTC(2026, 5, 3, 9);
const BEFORE_MS = (MINUTES / 6) * MINUTE_MS;
/** Time for claiming all devices; longer than the claims take at the machine's pace. */
const CLAIMING_MS = 15 * MINUTE_MS;
const QUARTERS = 4;
const LOOKS = 6;
const LAG_GOAL_MS = 20;
/** Maximum relative growth of the memory over the whole hour. */
const GROWTH_GOAL = 0.05;

const formatMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);
const createFigure = (text: string, goal: string, reached: boolean): Figure => ({
  id: 'hour',
  text,
  goal,
  reached,
});

/**
 * Sends every report by MQTT; each is acknowledged after its commit. Server and devices use an accelerated
 * clock, so that the server's periodic work runs more often by the same factor.
 */
export async function measureHour(): Promise<Figure[]> {
  await using world = await startHourWorld(HOUR_AT - BEFORE_MS - CLAIMING_MS);
  const projects = await claimHourFleet(world, DEVICES);
  await world.play(HOUR_AT - BEFORE_MS, 1);
  await using fleet = await startHourFleet(world, projects, TIMES);
  const devices = fleet.sites.flatMap(({ site }) => site.devices);
  // The fleet powers its devices on within 10 s.
  await waitUntil(() => devices.every(({ online }) => online));
  await world.play(world.clock.now(), TIMES);
  await using controller = startPaceController(world, fleet.reports, TIMES);
  await sleepUntil(world, HOUR_AT + BEFORE_MS);

  using idle = watchIdleLoop();
  const { reports } = fleet;
  reports.stats = reports.clients = reports.lost = 0;
  reports.latencies.length = 0;
  const cpuBefore = formatCpuOfParts(world);
  const start = performance.now();
  const began = world.clock.now();
  world.lag.begin();
  idle.begin();
  const { looks, memory } = await watchHour(world, fleet);
  const seconds = (performance.now() - start) / 1000;
  const times = (world.clock.now() - began) / 1000 / seconds;
  const late = world.lag.read();
  const idleLate = await idle.p99();
  const cpu = formatCpuOfParts(world);
  const { clients, latencies, lost, stats } = { ...reports, latencies: [...reports.latencies] };
  const present = fleet.sites.reduce((sum, { site }) => sum + site.clientCount, 0);
  fleet.stop();
  await waitUntil(() => devices.every(({ online }) => online));
  const last = await compareLists(world, fleet);
  const cores = (part: 'server' | 'postgres'): string => ((cpu[part] - cpuBefore[part]) / seconds).toFixed(2);
  const load = `${devices.length} devices, ${present} clients, ${MINUTES} minutes at ${times.toFixed(1)} times real time (${controller.slowest.toFixed(1)} while reports piled up): ${((stats + clients) / seconds).toFixed(0)} reports/s (${stats} of figures, ${clients} of clients)`;
  return [
    createFigure(
      `${load}; ${lost} not acknowledged while ${fleet.outages} access points lost power, the others after ${formatMilliseconds(computeQuantile(latencies, 0.5))}, p99 ${formatMilliseconds(computeQuantile(latencies, 0.99))}; the server takes ${cores('server')} cores, PostgreSQL ${cores('postgres')}`,
      'all',
      lost <= fleet.outages,
    ),
    createFigure(
      `event loop of the server late by p99 ${formatMilliseconds(late.p99)}, at worst ${formatMilliseconds(late.worst)}, of ${late.samples} samples; that of an idle process beside it by p99 ${formatMilliseconds(idleLate)}`,
      formatMilliseconds(LAG_GOAL_MS),
      late.p99 <= LAG_GOAL_MS,
    ),
    createMemoryFigure(memory),
    listFigure(`${looks.length} looks at the client list meanwhile`, sumFaults(looks)),
    listFigure('the client list 30 s after the last change', last),
  ];
}

const formatCpuOfParts = ({ dataDirectory, server }: HourWorld): { server: number; postgres: number } => ({
  server: readCpuSeconds(server.pid),
  postgres: readPostgresCpu(dataDirectory),
});

const sleepUntil = ({ clock }: HourWorld, at: number): Promise<void> => sleep(clock, at - clock.now());

/**
 * Measures memory at the beginning and after each quarter, and compares the client list at regular intervals.
 */
async function watchHour(
  world: HourWorld,
  fleet: HourFleet,
): Promise<{ memory: readonly Memory[]; looks: readonly ListFaults[] }> {
  const from = HOUR_AT + BEFORE_MS;
  const length = MINUTES * MINUTE_MS;
  const memory = [await world.memory()];
  const looking = (async () => {
    const looks: ListFaults[] = [];
    for (let look = 1; look <= LOOKS; look++) {
      await sleepUntil(world, from + (length * look) / LOOKS - MINUTE_MS / 2 - 30_000);
      looks.push(await compareLists(world, fleet));
    }
    return looks;
  })();
  for (let quarter = 1; quarter <= QUARTERS; quarter++) {
    await sleepUntil(world, from + (length * quarter) / QUARTERS);
    memory.push(await world.memory());
  }
  return { memory, looks: await looking };
}

function createMemoryFigure(memory: readonly Memory[]): Figure {
  const [first, last] = [memory[0]?.used ?? 0, memory.at(-1)?.used ?? 0];
  const growth = (last - first) / first;
  const steps = memory
    .map(({ resident, used }) => `${formatMegabytes(used)} (${formatMegabytes(resident)})`)
    .join(', ');
  const whole = MINUTES === HOUR_MINUTES;
  return createFigure(
    `MB in use after a collection (resident), at the beginning and after each quarter: ${steps}; ${(growth * 100).toFixed(1)}% more after it${whole ? '' : ', which is not meaningful: the log’s hour that is open grows until it is packed'}`,
    `${GROWTH_GOAL * 100}%`,
    !whole || growth <= GROWTH_GOAL,
  );
}

const listFigure = (text: string, { ghosts, compared, misplaced, missing }: ListFaults): Figure =>
  createFigure(
    `${text}: of ${compared} clients ${missing} missing, ${misplaced} at another place, ${ghosts} ghosts`,
    '0',
    compared > 0 && missing + misplaced + ghosts === 0,
  );
