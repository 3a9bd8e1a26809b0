import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { findRunningPid, stopDaemon } from './daemon.ts';
import { encodeInterface, EncodingRefused } from './encode.ts';
import { type LinkRow, readLinks } from './json-commands.ts';
import { type LldpNeighbour, parseLldpNeighbours } from './lldp-neighbours.ts';
import type { RunProgram } from './run.ts';

export interface LldpOptions {
  readonly run: RunProgram;
  readonly clock: Clock;
  /** Chassis id to announce: the MAC with which the device is registered in the cloud. */
  readonly mac: string;
  /** System name to announce: the serial number. */
  readonly name: string;
  readonly kind: 'bridge' | 'router';
  readonly ports: readonly string[];
}

/** Directory outside the agent's state directory, because Debian's lldpcli runs as another user. */
const RUNTIME_DIRECTORY = '/run/northlight';
const PROGRAM = 'lldpd';
const INTERVAL_SECONDS = 5;

/**
 * Returns the port with the MAC to announce; undefined if none has it. lldpd announces the address of a port as a MAC,
 * and a configured chassis id as local text, which other systems do not compare with addresses.
 */
export const findChassisPort = (
  links: readonly Pick<LinkRow, 'address' | 'ifname'>[],
  { mac, ports }: Pick<LldpOptions, 'mac' | 'ports'>,
): string | undefined =>
  links.find(({ address, ifname }) => address === mac && ports.includes(ifname))?.ifname;

/** Runs a private lldpd, separate from the system's, which announces the device and lists its neighbours. */
export class LldpDaemon {
  readonly #options: LldpOptions;

  constructor(options: LldpOptions) {
    const { mac, name } = options;
    if (!/^[0-9a-f:]{17}$/.test(mac) || !/^[A-Za-z0-9-]{1,32}$/.test(name))
      throw new EncodingRefused('sn', 'a serial number');
    this.#options = options;
  }

  /**
   * Starts lldpd unless it runs. Uses start-stop-daemon, which stores the pid, because lldpd overwrites its
   * command line.
   */
  async start(): Promise<void> {
    const { ports, run } = this.#options;
    const directory = this.#directory;
    if ((await findRunningPid(this.#pidFile, PROGRAM)) !== undefined) return;
    await mkdir(directory, { recursive: true, mode: 0o755 });
    const conf = join(directory, 'lldpd.conf');
    const chassisPort = findChassisPort(await readLinks(run), this.#options);
    await writeFile(conf, this.#configuration(chassisPort === undefined));
    const interfaces = ports.map((port) => encodeInterface(port, 'ports')).join(',');
    const chassis = chassisPort === undefined ? [] : ['-C', encodeInterface(chassisPort, 'ports')];
    const own = ['-d', '-u', this.#socket, '-O', conf, '-I', interfaces, ...chassis, '-S', 'Northlight'];
    await run([
      'start-stop-daemon',
      '--start',
      '--background',
      '--make-pidfile',
      '--pidfile',
      this.#pidFile,
      '--startas',
      '/usr/sbin/lldpd',
      '--',
      ...own,
    ]);
  }

  /** Returns the neighbours that lldpd has received on all ports. */
  async neighbours(): Promise<LldpNeighbour[]> {
    const { run } = this.#options;
    return parseLldpNeighbours(
      await run(['lldpcli', '-u', this.#socket, '-f', 'json0', 'show', 'neighbors']),
    );
  }

  async stop(): Promise<void> {
    await stopDaemon(this.#pidFile, this.#options.clock, PROGRAM);
    await rm(this.#directory, { recursive: true, force: true });
  }

  get #directory(): string {
    return join(RUNTIME_DIRECTORY, this.#options.name);
  }

  get #pidFile(): string {
    return join(this.#directory, 'lldpd.pid');
  }

  get #socket(): string {
    return join(this.#directory, 'socket');
  }

  #configuration(hasOwnChassisId: boolean): string {
    const { kind, mac, name } = this.#options;
    return [
      `configure lldp tx-interval ${INTERVAL_SECONDS}`,
      'configure lldp portidsubtype ifname',
      `configure system hostname "${name}"`,
      ...(hasOwnChassisId ? [`configure system chassisid "${mac}"`] : []),
      `configure system capabilities enabled ${kind}`,
      '',
    ].join('\n');
  }
}
