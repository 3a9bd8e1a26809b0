/** Prepares the software of the virtual machines: Debian's kernel, and the agent of the sources. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMachineImage, type MachineImage } from './image.ts';

const CACHE = 'node_modules/.cache/northlight-vm';

export interface MachineSoftware {
  readonly image: MachineImage;
  /** Path of the agent's program. */
  readonly agent: string;
}

export async function prepareSoftware(): Promise<MachineSoftware & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'nl-vm-'));
  await promisify(execFile)(process.execPath, ['scripts/bootstrap.js', 'agent:bundle', directory]);
  return {
    image: await buildMachineImage(CACHE),
    agent: join(directory, 'northlight-agent.mjs'),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
