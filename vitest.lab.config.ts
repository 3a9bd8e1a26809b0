import { defineConfig } from 'vitest/config';

/** Stories with real networking programs in network namespaces: root, one at a time. */
export default defineConfig({
  test: {
    include: ['packages/**/*.lab.test.ts'],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    fileParallelism: false,
    // A test that fails once and then passes is reported as repeated; the run keeps count of it.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
