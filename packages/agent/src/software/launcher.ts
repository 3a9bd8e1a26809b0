import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Clock } from '@northlight/runtime';
import { nodeDisk } from './disk.ts';
import type { LaunchContext } from './launch-context.ts';
import { SoftwareStore } from './software-store.ts';
import { SOFTWARE } from './version.ts';

/** Type of the function `runAgent`, which every image exports. */
export type RunImage = (configFile: string, launch: LaunchContext) => Promise<void>;

/**
 * Runs the installed image or the image of an upgrade. It kills a new image that does not reach the cloud in
 * time. After the last attempt of a new image, it runs the previous one again. The supervisor restarts the
 * process each time.
 */
export async function launchImage(
  { configFile, stateDir }: { readonly configFile: string; readonly stateDir: string },
  clock: Clock,
  runInstalled: RunImage,
): Promise<void> {
  const store = new SoftwareStore(nodeDisk, join(stateDir, 'software'), SOFTWARE);
  const { bootReason, image, withinMs } = await store.boot(clock.now());
  const watchdog = withinMs === undefined ? undefined : killAfter(withinMs);
  const launch: LaunchContext = {
    bootReason,
    install: (version, bytes) => store.install(version, bytes),
    confirmed: async () => {
      await watchdog?.terminate();
      await store.confirm(image);
    },
  };
  const run = image === undefined ? runInstalled : await loadImage(store.fileOf(image));
  await run(configFile, launch);
}

async function loadImage(file: string): Promise<RunImage> {
  const loaded: { readonly runAgent?: unknown } = await import(pathToFileURL(file).href);
  const { runAgent } = loaded;
  if (typeof runAgent !== 'function') throw new Error(`${file} is no image of the agent.`);
  return (configFile, launch) => Promise.resolve(runAgent(configFile, launch));
}

/** Kills the process from a separate thread, because a blocked event loop would not run a timer. */
function killAfter(ms: number): Worker {
  const program = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Math.ceil(ms)})`;
  const worker = new Worker(program, { eval: true });
  worker.unref();
  return worker;
}
