import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Logger, pino } from 'pino';

interface FileLog extends Disposable {
  readonly logger: Logger;
}

/** Returns a logger that writes every request to a file, which is removed on disposal. */
export function createFileLog(path: string): FileLog {
  mkdirSync(dirname(path), { recursive: true });
  return {
    logger: pino({ level: 'info' }, pino.destination({ dest: path, sync: true })),
    [Symbol.dispose]: () => rmSync(path, { force: true }),
  };
}
