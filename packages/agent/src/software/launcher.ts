import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Clock } from '@northlight/runtime';
import { nodeDisk } from './disk.ts';
import type { Launch } from './launch.ts';
import { SoftwareStore } from './software-store.ts';
import { SOFTWARE } from './version.ts';

/** What an image is for the launcher: one function under this name. */
export type RunImage = (configFile: string, launch: Launch) => Promise<void>;

/**
 * Runs the image that is due: the installed one, or one that came by an upgrade. A new image that does not reach the
 * cloud in its time is killed, and after its last start the one before runs again; the supervisor brings us back each time.
 */
export async function launchImage(
  { configFile, stateDir }: { readonly configFile: string; readonly stateDir: string },
  clock: Clock,
  runInstalled: RunImage,
): Promise<void> {
  const store = new SoftwareStore(nodeDisk, join(stateDir, 'software'), SOFTWARE);
  const { bootReason, image, withinMs } = await store.boot(clock.now());
  const watchdog = withinMs === undefined ? undefined : killAfter(withinMs);
  const launch: Launch = {
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

/** From a thread of its own: an image that spins would never come to a timer. */
function killAfter(ms: number): Worker {
  const program = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Math.ceil(ms)})`;
  const worker = new Worker(program, { eval: true });
  worker.unref();
  return worker;
}
