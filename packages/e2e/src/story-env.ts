import { type DevEnv, type DevEnvOptions, startDevEnv } from '@northlight/dev-env';
import { createFileLog } from '@northlight/server/testing';
import { inject } from 'vitest';
import { trackServerLog } from './evidence.ts';

/**
 * Starts the product for one file of stories, with a database on the PostgreSQL of the run. Its log is a file,
 * which a failed story keeps.
 */
export async function startStoryEnv(options: DevEnvOptions = {}): Promise<DevEnv> {
  const log = createFileLog();
  const env = await startDevEnv({ databaseUrl: inject('databaseUrl'), log: log.logger, ...options });
  const forgetLog = trackServerLog(log.path);
  return {
    ...env,
    [Symbol.asyncDispose]: async () => {
      await env[Symbol.asyncDispose]();
      forgetLog();
      log[Symbol.dispose]();
    },
  };
}
