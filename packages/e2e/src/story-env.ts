import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type DevEnv, type DevEnvOptions, startDevEnv } from '@northlight/dev-env';
import { createFileLog } from '@northlight/server/testing';
import { inject } from 'vitest';
import { RESULTS, trackServerLog } from './evidence.ts';

/**
 * Starts the product for one file of stories, with a database on the PostgreSQL of the run. Its log is a file,
 * which a failed story keeps.
 */
export async function startStoryEnv(options: DevEnvOptions = {}): Promise<DevEnv> {
  const path = join(RESULTS, `server-${randomUUID()}.log`);
  const log = createFileLog(path);
  const env = await startDevEnv({ databaseUrl: inject('databaseUrl'), log: log.logger, ...options });
  const forgetLog = trackServerLog(path);
  return {
    ...env,
    [Symbol.asyncDispose]: async () => {
      await env[Symbol.asyncDispose]();
      forgetLog();
      log[Symbol.dispose]();
    },
  };
}
