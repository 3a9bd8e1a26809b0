import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatedDevice } from '@northlight/simulator';
import type { BenchWorld } from './bench-world.ts';
import { type Fleet, startWorkInEveryProject } from './fleet.ts';

const LOOK_MS = 50;
const PATIENCE_MS = 180_000;
/** Time between the requests and the kill (ms). At the kill, some messages are sent and others are not. */
const KILL_AFTER_MS = 400;

export interface RestartStorm {
  /** Times after the kill until each device was online, and until all work had ended (ms). */
  readonly back: readonly number[];
  readonly same: number;
  /** Maximum number of offline alarms per device. */
  readonly offlineAlarms: number;
}

/** Starts commands and configurations, kills the server, and waits until every device has its desired state. */
export async function runRestartStorm(
  world: BenchWorld,
  fleet: Fleet,
  version: number,
): Promise<RestartStorm> {
  const since = new Date();
  const setting = startWorkInEveryProject(fleet, version);
  await wait(KILL_AFTER_MS);
  const pid = world.product.serverPid();
  if (pid === undefined) throw new Error('There is no server process.');
  process.kill(pid, 'SIGKILL');
  const killed = performance.now();
  const back = await measureReturnTimes(fleet.site.devices, killed);
  await setting;
  await waitUntil(() => isSettled(world, fleet));
  return {
    back,
    same: performance.now() - killed,
    offlineAlarms: await countAlarmsPerDevice(world, fleet, since),
  };
}

/** Returns the times until each device was online again (ms); each device first loses its connection. */
async function measureReturnTimes(devices: readonly SimulatedDevice[], since: number): Promise<number[]> {
  const away = new Set<SimulatedDevice>();
  const back = new Map<SimulatedDevice, number>();
  await waitUntil(() => {
    for (const device of devices) {
      if (!device.online) away.add(device);
      else if (away.has(device) && !back.has(device)) back.set(device, performance.now() - since);
    }
    return back.size === devices.length;
  });
  return [...back.values()];
}

export async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(`It did not come to hold: ${String(holds)}`);
    await wait(LOOK_MS);
  }
}

const listProjectIds = ({ projects }: Fleet): number[] => projects.map(({ id }) => id);

/** Checks that every device reported and runs its desired configuration, and that no work is open. */
export async function isSettled({ db }: BenchWorld, fleet: Fleet): Promise<boolean> {
  const open = await db
    .selectFrom('job_rows')
    .select('id')
    .where('project_id', 'in', listProjectIds(fleet))
    .where('state', 'in', ['queued', 'sent', 'running'])
    .limit(1)
    .execute();
  const behind = await db
    .selectFrom('devices')
    .select('id')
    .where('project_id', 'in', listProjectIds(fleet))
    .where('desired_rev', '>', 0)
    .where((where) =>
      where.or([
        where('desired_rev', '<>', where.ref('reported_rev')),
        where('reported_status', '<>', 'applied'),
      ]),
    )
    .limit(1)
    .execute();
  return open.length + behind.length === 0 && fleet.site.devices.every(({ online }) => online);
}

/**
 * Counts lost and doubled commands. A command is lost if its row is not done or no device has executed it,
 * and doubled if it was executed twice.
 */
export async function readCommands({ db }: BenchWorld, fleet: Fleet) {
  const rows = await db
    .selectFrom('job_rows')
    .select(['id', 'state'])
    .where('project_id', 'in', listProjectIds(fleet))
    .where('kind', '=', 'restart')
    .execute();
  const times = (id: string): number => fleet.executions.get(id) ?? 0;
  return {
    commands: rows.length,
    lost: rows.filter(({ id, state }) => state !== 'done' || times(id) === 0).length,
    doubled: rows.filter(({ id }) => times(id) > 1).length,
  };
}

async function countAlarmsPerDevice({ db }: BenchWorld, fleet: Fleet, since: Date): Promise<number> {
  const rows = await db
    .selectFrom('alarms')
    .select('device_id')
    .where('project_id', 'in', listProjectIds(fleet))
    .where('kind', '=', 'device-offline')
    .where('at', '>=', since)
    .execute();
  const each = new Map<string | null, number>();
  for (const { device_id } of rows) each.set(device_id, (each.get(device_id) ?? 0) + 1);
  return Math.max(0, ...each.values());
}
