import { defineConfig } from 'vitest/config';

/**
 * Stories with real networking programs in network namespaces: root. Four files run at the same time, each in namespaces
 * of its own, because they mostly wait for their networks.
 */
export default defineConfig({
  test: {
    include: ['packages/**/*.lab.test.ts'],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    maxWorkers: 4,
    // A test that fails once and then passes is reported as repeated; the run keeps count of it.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
