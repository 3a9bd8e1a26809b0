import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';

interface FileLog extends Disposable {
  readonly logger: Logger;
  readonly path: string;
}

/** Returns a logger that writes every request to a temporary file, which is removed on disposal. */
export function createFileLog(): FileLog {
  const directory = mkdtempSync(join(tmpdir(), 'nl-log-'));
  const path = join(directory, 'server.log');
  return {
    logger: pino({ level: 'info' }, pino.destination({ dest: path, sync: true })),
    path,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
