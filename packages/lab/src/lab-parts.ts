import { rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentConfig, LldpDaemon, runProgram } from '@northlight/agent';
import { type Clock, SystemEntropy } from '@northlight/runtime';
import {
  type BaseDeviceRow,
  createClaimCode,
  createMac,
  createSecret,
  createSerialNumber,
} from '@northlight/simulator';
import { INTERNET_ADDRESS } from './lab-network.ts';
import type { Namespace } from './namespaces.ts';
import { startRelay } from './relay.ts';
import { SupervisedProcess } from './supervised-process.ts';

const AGENT = fileURLToPath(import.meta.resolve('@northlight/agent/main'));
const RELAY = fileURLToPath(new URL('./relay.ts', import.meta.url));

export interface HostServices {
  /** Resources that are released at the end, in reverse order. */
  readonly undo: AsyncDisposableStack;
  /** Directory of the lab's files. */
  readonly directory: string;
  readonly clock: Clock;
  readonly onLine: (line: string) => void;
}

export interface PortRelay {
  readonly name: string;
  /** Port of the server on the host's loopback. */
  readonly port: number;
  /** Port on the address of the lab's internet. */
  readonly outside: number;
}

/** Forwards a port of the internet's address to the server on the host. */
export async function relayPort(
  internet: Namespace,
  { name, outside, port }: PortRelay,
  { clock, directory, onLine, undo }: HostServices,
): Promise<void> {
  const socket = join(directory, `${name}.sock`);
  await rm(socket, { force: true });
  undo.use(await startRelay({ path: socket }, () => createConnection({ host: '127.0.0.1', port })));
  const place = `tcp:${INTERNET_ADDRESS}:${outside}`;
  const argv = internet.argv(process.execPath, RELAY, place, `unix:${socket}`);
  undo.use(new SupervisedProcess({ argv, clock, onLine }));
}

/** Runs the agent of a host as a supervised process. */
export async function runAgent(
  host: Namespace,
  name: string,
  config: AgentConfig,
  { clock, directory, onLine, undo }: HostServices,
  program = AGENT,
): Promise<SupervisedProcess> {
  const configFile = join(directory, `${name}.json`);
  await writeFile(configFile, JSON.stringify(config), { mode: 0o600 });
  return undo.use(
    new SupervisedProcess({ argv: host.argv(process.execPath, program, configFile), clock, onLine }),
  );
}

/** Creates a new entry of the manufacturer's device list. */
export function createLabDevice(model: string, number = 0): BaseDeviceRow {
  const entropy = new SystemEntropy();
  return {
    sn: createSerialNumber(entropy, number),
    mac: createMac(entropy),
    model,
    claimCode: createClaimCode(entropy),
    secret: createSecret(entropy),
  };
}

/** Ends the agent's lldpd, which keeps running after the agent has ended. */
export const stopNeighbours = ({ mac, sn }: BaseDeviceRow, clock: Clock): Promise<void> =>
  new LldpDaemon({ run: runProgram, clock, mac, name: sn, kind: 'bridge', ports: [] }).stop();
