import { defineConfig } from 'vitest/config';

/** Stories in a real Chromium against the real product: one at a time, they share the machine. */
export default defineConfig({
  test: {
    include: ['packages/e2e/src/**/*.e2e.ts'],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
