import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { runningPid, stopDaemon } from './daemon.ts';
import type { Run } from './run.ts';

const SCHEMA = '/usr/share/openvswitch/vswitch.ovsschema';

/** A private Open vSwitch of this device: its own database and daemon, apart from any that the system runs. */
export class OvsInstance {
  readonly #directory: string;
  readonly #run: Run;
  readonly #clock: Clock;

  constructor(directory: string, run: Run, clock: Clock) {
    this.#directory = directory;
    this.#run = run;
    this.#clock = clock;
  }

  get db(): string {
    return `unix:${join(this.#directory, 'db.sock')}`;
  }

  /** The socket of the database itself. */
  get dbSocket(): string {
    return join(this.#directory, 'db.sock');
  }

  /** For `ovs-appctl -t`, which wants the absolute path. */
  get control(): string {
    return join(this.#directory, 'ovs-vswitchd.ctl');
  }

  /** Where `ovs-ofctl` finds a bridge. */
  management(bridge: string): string {
    return `unix:${join(this.#directory, `${bridge}.mgmt`)}`;
  }

  /** Starts what does not run yet; both go on when the agent ends, and traffic with them. */
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
    if ((await runningPid(file('ovsdb-server.pid'))) === undefined) {
      await this.#run(['ovsdb-server', file('conf.db'), `--remote=p${this.db}`, ...daemon('ovsdb-server')]);
      await this.#run(['ovs-vsctl', `--db=${this.db}`, '--no-wait', 'init']);
    }
    if ((await runningPid(file('ovs-vswitchd.pid'))) === undefined)
      // Two instances on one file system would else share the sockets of bridges that have one name.
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
