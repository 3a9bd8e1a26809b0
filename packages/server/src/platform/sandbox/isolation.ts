import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROBE_MS = 5_000;
const PROBE = { memoryMb: 256, cpuSeconds: 5 };
const MIB = 1024 * 1024;
/** Address space that V8 reserves at its start and the kernel counts, although it is not used. */
const V8_RESERVED_MB = 568;
/** The kernel's user without rights, as the process sees itself: it loses every capability of its namespaces. */
const NOBODY = '65534';
/** A network without interfaces, and processes of its own: it can neither connect nor send signals to the server. */
const NAMESPACES = [
  '--user',
  `--map-user=${NOBODY}`,
  `--map-group=${NOBODY}`,
  '--net',
  '--pid',
  '--fork',
  '--kill-child',
  '--',
] as const;

/** Limits of the kernel, where it has them. */
interface ProcessLimits {
  readonly memoryMb: number;
  /** Ends the process even when the server ended before it. */
  readonly cpuSeconds: number;
}

/** What the machine can keep from a process beside what Node can. */
export interface Isolation {
  /** Namespaces of Linux: the process has no network and sees no other process. */
  readonly namespaces: boolean;
  /** The kernel limits memory and processor time of the process, those of native code included. */
  readonly memory: boolean;
  /** The program to start and its arguments, before those of the process itself. */
  command(limits: ProcessLimits): readonly string[];
}

const FORMS = [
  { namespaces: true, memory: true },
  { namespaces: true, memory: false },
  { namespaces: false, memory: true },
] as const;

let known: Promise<Isolation> | undefined;

/** The strongest isolation that works on this machine, found by trying once. */
export function findIsolation(): Promise<Isolation> {
  known ??= probe();
  return known;
}

async function probe(): Promise<Isolation> {
  const unshare = findProgram('unshare');
  const prlimit = findProgram('prlimit');
  for (const form of FORMS) {
    if ((form.namespaces && !unshare) || (form.memory && !prlimit)) continue;
    const command = ({ cpuSeconds, memoryMb }: ProcessLimits): readonly string[] => [
      ...(form.namespaces && unshare ? [unshare, ...NAMESPACES] : []),
      ...(form.memory && prlimit
        ? [prlimit, `--data=${(memoryMb + V8_RESERVED_MB) * MIB}`, `--cpu=${cpuSeconds}`, '--core=0', '--']
        : []),
    ];
    if (await works([...command(PROBE), process.execPath, '--version'])) return { ...form, command };
  }
  return { namespaces: false, memory: false, command: () => [] };
}

async function works([program = '', ...parameters]: readonly string[]): Promise<boolean> {
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
