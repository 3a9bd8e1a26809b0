import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { CommandFailed, runProgram } from '@northlight/agent';
import { type Clock, sleep } from '@northlight/runtime';

/**
 * Directory whose files replace those of /etc inside a namespace, so that each host has its own resolv.conf.
 */
const NETNS_ETC = '/etc/netns';
const POLL_MS = 50;
const POLLS_BEFORE_KILL = 60;

/** A host of the lab: a network namespace with its processes. */
export class Namespace {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  async create(): Promise<void> {
    await runProgram(['ip', 'netns', 'add', this.name]);
    await mkdir(`${NETNS_ETC}/${this.name}`, { recursive: true });
    await writeFile(`${NETNS_ETC}/${this.name}/resolv.conf`, '');
    await runProgram(['ip', '-n', this.name, 'link', 'set', 'lo', 'up']);
  }

  /** Returns the arguments that run a program in this namespace. */
  argv(program: string, ...args: string[]): [string, ...string[]] {
    return ['ip', 'netns', 'exec', this.name, program, ...args];
  }

  exec(program: string, ...args: string[]): Promise<string> {
    return runProgram(this.argv(program, ...args));
  }

  /** Returns whether a program ends with exit code 0. */
  async succeeds(program: string, ...args: string[]): Promise<boolean> {
    try {
      await this.exec(program, ...args);
      return true;
    } catch (error) {
      if (error instanceof CommandFailed) return false;
      throw error;
    }
  }

  async nameServers(): Promise<string[]> {
    const text = await readFile(`${NETNS_ETC}/${this.name}/resolv.conf`, 'utf8');
    return [...text.matchAll(/^nameserver\s+(\S+)/gm)].flatMap(([, server]) => server ?? []);
  }

  /** Ends all processes of the namespace, then removes it. */
  async remove(clock: Clock): Promise<void> {
    for (let polls = 0; ; polls++) {
      const pids = await this.#pids();
      if (pids.length === 0) break;
      for (const pid of polls % POLLS_BEFORE_KILL === 0 ? pids : [])
        endProcess(pid, polls === 0 ? 'SIGTERM' : 'SIGKILL');
      await sleep(clock, POLL_MS);
    }
    await runProgram(['ip', 'netns', 'delete', this.name]);
    await rm(`${NETNS_ETC}/${this.name}`, { recursive: true, force: true });
    // Keeps the directory if other namespaces have files in it.
    await rmdir(NETNS_ETC).catch(() => undefined);
  }

  async #pids(): Promise<number[]> {
    const text = await runProgram(['ip', 'netns', 'pids', this.name]);
    return text.split(/\s+/).filter(Boolean).map(Number);
  }
}

function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Creates a cable between two hosts with both ends up. */
export async function plugCable(a: Namespace, deviceA: string, b: Namespace, deviceB: string): Promise<void> {
  await runProgram([
    'ip',
    'link',
    'add',
    deviceA,
    'netns',
    a.name,
    'type',
    'veth',
    'peer',
    'name',
    deviceB,
    'netns',
    b.name,
  ]);
  await runProgram(['ip', '-n', a.name, 'link', 'set', deviceA, 'up']);
  await runProgram(['ip', '-n', b.name, 'link', 'set', deviceB, 'up']);
}

/** Returns the namespaces with this prefix, from this lab or an interrupted one. */
export async function listNamespaces(prefix: string): Promise<Namespace[]> {
  const names = await readdir('/run/netns').catch(() => []);
  return names.filter((name) => name.startsWith(prefix)).map((name) => new Namespace(name));
}
