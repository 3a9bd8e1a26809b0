import { type DevEnv, type DevEnvOptions, startDevEnv } from '@northlight/dev-env';
import { inject } from 'vitest';

/** Starts the product for one file of stories, with a database on the PostgreSQL of the run. */
export const startStoryEnv = (options: DevEnvOptions = {}): Promise<DevEnv> =>
  startDevEnv({ databaseUrl: inject('databaseUrl'), ...options });
