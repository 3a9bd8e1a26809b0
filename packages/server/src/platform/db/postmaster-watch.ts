/**
 * PostgreSQL 18 does not notice when its recovery process dies: the postmaster rejects connections ("in recovery mode")
 * forever. This happens after a crash when the disk does not accept the writes of the recovery.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 1_000;
/**
 * Number of checks until a postmaster counts as stuck. One check is not enough: between a crash and the start
 * of the recovery, a postmaster has neither a recovery process nor a WAL writer.
 */
const CHECKS_UNTIL_STUCK = 3;
const QUIT_TIMEOUT_MS = 5_000;

export function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Lists the child processes of a postmaster; undefined where the system does not list them. */
export function listChildren(pid: number): number[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return undefined;
  }
}

export const isRecovering = (command: string): boolean => command.startsWith('postgres: startup');
const isWriting = (command: string): boolean => command.startsWith('postgres: walwriter');

/**
 * Returns true when a postmaster has neither a recovery process nor a WAL writer; a working one always has
 * one of them.
 */
function looksStuck(pid: number): boolean {
  const commands = listChildren(pid)?.map(readCommandLine);
  return commands !== undefined && !commands.some((command) => isRecovering(command) || isWriting(command));
}

/**
 * Checks the postmaster every second while `isWanted()` is true. Kills it when it is stuck; the supervisor
 * then restarts it.
 */
export async function endWhenStuck(pid: number, isWanted: () => boolean): Promise<void> {
  for (let stuckChecks = 0; isWanted(); stuckChecks = looksStuck(pid) ? stuckChecks + 1 : 0) {
    if (stuckChecks >= CHECKS_UNTIL_STUCK) return endProcess(pid, isWanted);
    await wait(CHECK_INTERVAL_MS, undefined, { ref: false });
  }
}

async function endProcess(pid: number, isAlive: () => boolean): Promise<void> {
  sendSignal(pid, 'SIGQUIT');
  await wait(QUIT_TIMEOUT_MS, undefined, { ref: false });
  if (isAlive()) sendSignal(pid, 'SIGKILL');
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ignores a process that has exited already.
  }
}
