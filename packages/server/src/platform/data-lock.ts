import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './startup-error.ts';

/** Allows one supervisor per data directory. Takes over the lock of a process that was killed. */
export function lockDataDirectory(directory: string): Disposable {
  const file = join(directory, 'northlight.pid');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const handle = openSync(file, 'wx', 0o644);
      writeSync(handle, `${process.pid}\n${readStartTime(process.pid)}\n`);
      closeSync(handle);
      return { [Symbol.dispose]: () => rmSync(file, { force: true }) };
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
      if (code !== 'EEXIST')
        throw new StartupError(
          `The data directory ${directory} is not writable: set NORTHLIGHT_DATA to a directory that this user can write.`,
          { cause },
        );
      const [pid = '', startTime = ''] = readFileSync(file, 'utf8').split('\n');
      if (isAlive(Number(pid), startTime))
        throw new StartupError(`Northlight already runs on ${directory} (process ${pid}).`);
      rmSync(file, { force: true });
    }
  }
  throw new StartupError(`The lock file ${file} could not be created: try again.`);
}

/** Compares the start time too, because the system reuses process ids. */
function isAlive(pid: number, startTime: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return readStartTime(pid) === startTime;
}

function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Skips the command name, which may contain spaces and brackets; the start time is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
