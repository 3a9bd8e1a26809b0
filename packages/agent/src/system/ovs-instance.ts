import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { findRunningPid, stopDaemon } from './daemon.ts';
import type { RunProgram } from './run.ts';

const SCHEMA = '/usr/share/openvswitch/vswitch.ovsschema';

/** Runs a private Open vSwitch with its own database and daemon, separate from the system's. */
export class OvsInstance {
  readonly #directory: string;
  readonly #run: RunProgram;
  readonly #clock: Clock;

  constructor(directory: string, run: RunProgram, clock: Clock) {
    this.#directory = directory;
    this.#run = run;
    this.#clock = clock;
  }

  get db(): string {
    return `unix:${join(this.#directory, 'db.sock')}`;
  }

  get dbSocket(): string {
    return join(this.#directory, 'db.sock');
  }

  /** Absolute path of the control socket, for `ovs-appctl -t`. */
  get control(): string {
    return join(this.#directory, 'ovs-vswitchd.ctl');
  }

  /** Returns the address of a bridge for `ovs-ofctl`. */
  management(bridge: string): string {
    return `unix:${join(this.#directory, `${bridge}.mgmt`)}`;
  }

  /**
   * Starts both daemons unless they run. They keep running after the agent has ended, so that traffic
   * continues.
   */
  async start(): Promise<void> {
    const directory = this.#directory;
    const file = (name: string): string => join(directory, name);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const daemon = (name: string): string[] => [
      `--pidfile=${file(`${name}.pid`)}`,
      `--unixctl=${file(`${name}.ctl`)}`,
      `--log-file=${file(`${name}.log`)}`,
      '--detach',
      '--no-chdir',
    ];
    if (!(await exists(file('conf.db')))) await this.#run(['ovsdb-tool', 'create', file('conf.db'), SCHEMA]);
    if ((await findRunningPid(file('ovsdb-server.pid'))) === undefined) {
      await this.#run(['ovsdb-server', file('conf.db'), `--remote=p${this.db}`, ...daemon('ovsdb-server')]);
      await this.#run(['ovs-vsctl', `--db=${this.db}`, '--no-wait', 'init']);
    }
    if ((await findRunningPid(file('ovs-vswitchd.pid'))) === undefined)
      // Sets the directory: otherwise two instances on one file system would share the sockets of bridges
      // with the same name.
      await this.#run(['env', `OVS_RUNDIR=${directory}`, 'ovs-vswitchd', this.db, ...daemon('ovs-vswitchd')]);
  }

  async stop(): Promise<void> {
    await stopDaemon(join(this.#directory, 'ovs-vswitchd.pid'), this.#clock);
    await stopDaemon(join(this.#directory, 'ovsdb-server.pid'), this.#clock);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
