/**
 * PostgreSQL 18 does not notice when the process that recovers it dies: the postmaster goes on refusing connections,
 * "in recovery mode", for good. That happens when a crash meets a disk which does not take what the recovery writes.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 1_000;
/** Between the end of a crash and the beginning of its recovery neither process is there. */
const LOOKS = 3;
const QUIT_MS = 5_000;

export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Those that a postmaster has begun; undefined where the system does not tell. */
export function childrenOf(pid: number): number[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return undefined;
  }
}

export const isRecovering = (command: string): boolean => command.startsWith('postgres: startup');
const isWriting = (command: string): boolean => command.startsWith('postgres: walwriter');

/** A postmaster has a process that recovers, or, when it is ready, one that writes the log; stuck it has neither. */
function looksStuck(pid: number): boolean {
  const commands = childrenOf(pid)?.map(commandLine);
  return commands !== undefined && !commands.some((command) => isRecovering(command) || isWriting(command));
}

/** Ends a postmaster that is stuck, so that it is noticed and started again; resolves when it is gone. */
export async function endWhenStuck(pid: number, isWanted: () => boolean): Promise<void> {
  for (let looks = 0; isWanted(); looks = looksStuck(pid) ? looks + 1 : 0) {
    if (looks >= LOOKS) return end(pid, isWanted);
    await wait(LOOK_MS, undefined, { ref: false });
  }
}

async function end(pid: number, isAlive: () => boolean): Promise<void> {
  tell(pid, 'SIGQUIT');
  await wait(QUIT_MS, undefined, { ref: false });
  if (isAlive()) tell(pid, 'SIGKILL');
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just gone by itself.
  }
}
