import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROBE_MS = 5_000;
const PROBE = { memoryMb: 256, cpuSeconds: 5, niceness: 0 };
const MIB = 1024 * 1024;
/** Address space that V8 reserves at startup (MB); the kernel counts it, although it is unused. */
const V8_RESERVED_MB = 568;
/** Id of the unprivileged user; the process appears as this user and has no capabilities in its namespaces. */
const UNPRIVILEGED_ID = '65534';
/**
 * Arguments for a separate network without interfaces and separate process ids, so that the process has no
 * connections and cannot signal the server.
 */
const NAMESPACES = [
  '--user',
  `--map-user=${UNPRIVILEGED_ID}`,
  `--map-group=${UNPRIVILEGED_ID}`,
  '--net',
  '--pid',
  '--fork',
  '--kill-child',
  '--',
] as const;

/** Limits that the kernel enforces, where available. */
interface ProcessLimits {
  readonly memoryMb: number;
  /** Maximum CPU time (s). It also ends a process whose server has stopped. */
  readonly cpuSeconds: number;
  /** Unix niceness added to that of the server; where `nice` is missing, the process has the server's. */
  readonly niceness: number;
}

/** Isolation by the operating system, in addition to Node's permission model. */
export interface Isolation {
  /** True if Linux namespaces work, so that the process has no network and sees no other process. */
  readonly namespaces: boolean;
  /** True if the kernel limits memory and CPU time of the process, including native code. */
  readonly memory: boolean;
  /** Command-line prefix that starts a process with these limits. */
  command(limits: ProcessLimits): readonly string[];
}

const FORMS = [
  { namespaces: true, memory: true },
  { namespaces: true, memory: false },
  { namespaces: false, memory: true },
] as const;

let known: Promise<Isolation> | undefined;

/** Returns the strongest isolation that works on this machine; probes once and caches the result. */
export function findIsolation(): Promise<Isolation> {
  known ??= probe();
  return known;
}

async function probe(): Promise<Isolation> {
  const unshare = findProgram('unshare');
  const prlimit = findProgram('prlimit');
  const nice = findProgram('nice');
  const lower = (niceness: number): readonly string[] =>
    nice && niceness > 0 ? [nice, '-n', String(niceness)] : [];
  for (const form of FORMS) {
    if ((form.namespaces && !unshare) || (form.memory && !prlimit)) continue;
    const command = ({ cpuSeconds, memoryMb, niceness }: ProcessLimits): readonly string[] => [
      ...lower(niceness),
      ...(form.namespaces && unshare ? [unshare, ...NAMESPACES] : []),
      ...(form.memory && prlimit
        ? [prlimit, `--data=${(memoryMb + V8_RESERVED_MB) * MIB}`, `--cpu=${cpuSeconds}`, '--core=0', '--']
        : []),
    ];
    if (await succeeds([...command(PROBE), process.execPath, '--version'])) return { ...form, command };
  }
  return { namespaces: false, memory: false, command: ({ niceness }) => lower(niceness) };
}

async function succeeds([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  try {
    await run(program, parameters, { timeout: PROBE_MS, env: {} });
    return true;
  } catch {
    return false;
  }
}

function findProgram(name: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
