import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BaseDeviceRow, formatDevicesCsv } from './devices-csv.ts';

/** URL of a server and the token of a manufacturer's account. */
export interface RegisterTarget {
  readonly server: string;
  readonly token: string;
}

const COMMAND = fileURLToPath(new URL('../../server/src/cli/devices.ts', import.meta.url));

/**
 * Registers devices in the base device list of the server `target`; without a target, in the database of the
 * data directory. Rejects with the error of the server or command.
 */
export async function registerDevices(
  rows: readonly BaseDeviceRow[],
  target?: RegisterTarget,
): Promise<void> {
  return target ? post(rows, target) : runCommand(rows);
}

async function runCommand(rows: readonly BaseDeviceRow[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'northlight-devices-'));
  const file = join(directory, 'devices.csv');
  try {
    await writeFile(file, formatDevicesCsv(rows), { mode: 0o600 });
    await promisify(execFile)(process.execPath, [COMMAND, 'register', file], { env: process.env });
  } catch (error) {
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`The devices could not be registered. ${detail}`.trim(), { cause: error });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function post(rows: readonly BaseDeviceRow[], { server, token }: RegisterTarget): Promise<void> {
  const answer = await fetch(new URL('/api/v1/manufacturer/base-devices', server), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ devices: rows }),
  });
  if (!answer.ok)
    throw new Error(`The devices could not be registered: ${answer.status} ${await answer.text()}`);
}
