import { defineConfig } from 'vitest/config';

/** Stories with real networking programs in network namespaces: root, one at a time. */
export default defineConfig({
  test: {
    include: ['packages/**/*.lab.test.ts'],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
