import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { ImageProcessor } from '../packages/server/src/platform/images/image-processor.ts';
import {
  createHostileFiles,
  CANARY_MARK,
  type Sample,
} from '../packages/server/src/platform/images/testing/corpus.ts';
import { type Figure, formatMilliseconds, formatSeconds } from './figure.ts';

const STALL_GOAL_MS = 200;
const EACH_GOAL_MS = 10_000;
const MEMORY_GOAL_MB = 300;
const LOOK_MS = 20;
const AT_ONCE = 2;
const IDLE_MS = 10_000;

/** Returns the largest resident memory of this process's children in MB (Linux; 0 elsewhere). */
function readLargestChildMemory(): number {
  try {
    const sizes = readdirSync(`/proc/self/task`).flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(readResidentMb),
    );
    return Math.max(0, ...sizes);
  } catch {
    return 0;
  }
}

function readResidentMb(pid: string): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Returns the delay of an idle thread for comparison, because other programs of the machine delay it too. */
async function measureIdleStall(): Promise<number> {
  const stall = monitorEventLoopDelay({ resolution: 5 });
  stall.enable();
  await wait(IDLE_MS);
  stall.disable();
  return stall.max / 1e6;
}

/** S11: processes every hostile picture like the server, and measures the delay of the main thread. */
export async function measureUploads(): Promise<Figure[]> {
  const files = await createHostileFiles();
  const idle = await measureIdleStall();
  const images = new ImageProcessor();
  const kept: string[] = [];
  let slowest = 0;
  let largest = 0;
  let busiest = 0;
  const examine = async ({ name, bytes }: Sample, id: string): Promise<void> => {
    const start = performance.now();
    const before = process.cpuUsage();
    const made = await images.square(bytes, {}, 256, { id, isVisitor: false }).catch(() => undefined);
    slowest = Math.max(slowest, performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    busiest = Math.max(busiest, (user + system) / 1000);
    if (made && (Buffer.from(made).includes(CANARY_MARK) || Buffer.from(made).equals(bytes))) kept.push(name);
  };
  const watch = setInterval(() => {
    largest = Math.max(largest, readLargestChildMemory());
  }, LOOK_MS);
  const stall = monitorEventLoopDelay({ resolution: 5 });
  stall.enable();
  const queue = files.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, worker) => {
      for (const sample of queue) await examine(sample, `account ${worker}`);
    }),
  );
  stall.disable();
  clearInterval(watch);
  const worst = stall.max / 1e6;
  return [
    {
      id: 'S11',
      text: `${files.length} hostile files, ${kept.length} kept anything of what was sent`,
      goal: '300 files, 0',
      reached: files.length >= 300 && kept.length === 0,
    },
    {
      id: 'S11',
      text: `longest stall of the main thread ${formatMilliseconds(worst)}, of an idle one before ${formatMilliseconds(idle)}`,
      goal: formatMilliseconds(STALL_GOAL_MS),
      reached: worst <= STALL_GOAL_MS,
    },
    {
      id: 'S11',
      text: `most processor time of this process while one file was handled ${formatMilliseconds(busiest)}`,
      goal: formatMilliseconds(STALL_GOAL_MS),
      reached: busiest <= STALL_GOAL_MS,
    },
    {
      id: 'S11',
      text: `slowest file ${formatSeconds(slowest)}`,
      goal: formatSeconds(EACH_GOAL_MS),
      reached: slowest <= EACH_GOAL_MS,
    },
    {
      id: 'S11',
      text: `largest process of a picture ${largest.toFixed(0)} MB`,
      goal: `${MEMORY_GOAL_MB} MB`,
      reached: largest > 0 && largest <= MEMORY_GOAL_MB,
    },
  ];
}
