/** A host inside the machine: a network namespace of its own. */
import { CommandFailed } from '@northlight/agent';
import type { Machine, BackgroundProgram } from './machine.ts';

export class Host {
  readonly name: string;
  readonly #machine: Machine;
  /** Process id of an idle program with the view of the namespace: its interfaces, /sys and resolv.conf. */
  readonly #idlePid: string;

  private constructor(machine: Machine, name: string, idlePid: string) {
    this.name = name;
    this.#machine = machine;
    this.#idlePid = idlePid;
  }

  static async create(machine: Machine, name: string): Promise<Host> {
    await machine.run(['ip', 'netns', 'add', name]);
    // Gives the namespace a resolv.conf of its own.
    await machine.run(['mkdir', '-p', `/etc/netns/${name}`]);
    await machine.run(['tee', `/etc/netns/${name}/resolv.conf`]);
    const idle = 'ip link set lo up; sleep infinity > /dev/null 2>&1 & echo $!';
    const idlePid = await machine.run(['ip', 'netns', 'exec', name, 'sh', '-c', idle]);
    return new Host(machine, name, idlePid.trim());
  }

  /** Enters the view of the idle program, because `ip netns exec` creates a view for each program, which takes time. */
  argv(program: string, ...args: string[]): [string, ...string[]] {
    return ['nsenter', `--target=${this.#idlePid}`, '--net', '--mount', '--', program, ...args];
  }

  run(program: string, ...args: string[]): Promise<string> {
    return this.#machine.run(this.argv(program, ...args));
  }

  start(program: string, ...args: string[]): Promise<BackgroundProgram> {
    return this.#machine.start(this.argv(program, ...args));
  }

  write(file: string, text: string): Promise<string> {
    return this.#machine.run(['tee', file], text);
  }

  /** Returns whether a program ends with exit code 0. */
  async succeeds(program: string, ...args: string[]): Promise<boolean> {
    try {
      await this.run(program, ...args);
      return true;
    } catch (error) {
      if (error instanceof CommandFailed) return false;
      throw error;
    }
  }

  /** Returns true if an address answers one of two echo requests. */
  reaches(address: string): Promise<boolean> {
    return this.succeeds('ping', '-n', '-c', '2', '-i', '0.3', '-W', '1', address);
  }

  async addressOf(device: string): Promise<string | undefined> {
    return /inet ([\d.]+)/.exec(await this.run('ip', '-4', '-o', 'address', 'show', 'dev', device))?.[1];
  }
}

/** Connects two hosts with a cable and brings both ends up. */
export async function plugCable(
  machine: Machine,
  a: Host,
  deviceA: string,
  b: Host,
  deviceB: string,
): Promise<void> {
  const ends = ['netns', a.name, 'type', 'veth', 'peer', 'name', deviceB, 'netns', b.name];
  await machine.run(['ip', 'link', 'add', deviceA, ...ends]);
  await a.run('ip', 'link', 'set', deviceA, 'up');
  await b.run('ip', 'link', 'set', deviceB, 'up');
}
