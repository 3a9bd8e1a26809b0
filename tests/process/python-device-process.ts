/** Runs the device program in Python as a separate process. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BaseDevice } from '@northlight/server';
import { pollUntil } from '@northlight/server/testing';

const PROGRAM = 'tests/python-device/device.py';
/**
 * Interpreters to try, Debian's own first: it has Debian's packages, but is not always the first in the PATH.
 */
const INTERPRETERS = ['/usr/bin/python3', 'python3'];
const DEADLINE_MS = 30_000;

/** Returns a Python interpreter that has paho-mqtt; undefined if there is none. */
export const findPython = (): string | undefined =>
  INTERPRETERS.find((python) => spawnSync(python, ['-c', 'import paho.mqtt.client']).status === 0);

export interface DeviceEvent {
  readonly event: string;
  readonly [member: string]: unknown;
}

export interface PythonDevice extends AsyncDisposable {
  /** Events that the program has printed. */
  readonly events: readonly DeviceEvent[];
  /** Waits for the first event of a name after the given position. */
  waitFor(event: string, from?: number): Promise<DeviceEvent>;
}

/** Starts the program for a registered device; it ends when the device is disposed of. */
export function startPythonDevice(python: string, base: BaseDevice, port: number): PythonDevice {
  const directory = mkdtempSync(join(tmpdir(), 'nl-python-device-'));
  const options = {
    serial: base.sn,
    secret: base.secret,
    model: base.model,
    mac: base.mac,
    host: '127.0.0.1',
    port: String(port),
    state: join(directory, 'state.json'),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(python, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const events: DeviceEvent[] = [];
  let errors = '';
  createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as DeviceEvent));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return {
    events,
    waitFor: (event, from = 0) =>
      pollUntil(() => {
        if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}: ${errors}`);
        return events.slice(from).find((each) => each.event === event);
      }, DEADLINE_MS),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
