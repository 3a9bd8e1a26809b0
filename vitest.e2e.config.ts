import { defineConfig } from 'vitest/config';

/** Stories in a real Chromium with the real product. Two files run at the same time, each with its own product. */
export default defineConfig({
  test: {
    include: ['packages/e2e/src/**/*.e2e.ts'],
    globalSetup: ['packages/server/src/testing/global-database.ts', 'packages/e2e/src/clear-results.ts'],
    setupFiles: ['packages/e2e/src/set-up.ts'],
    maxWorkers: 2,
    // Each file starts its own product; the product's modules are loaded once per worker.
    isolate: false,
    // A story that fails once and then passes is reported as repeated; the run keeps count of it.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
