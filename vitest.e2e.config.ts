import { defineConfig } from 'vitest/config';

const MEASURED = 'packages/e2e/src/responsiveness.e2e.ts';

/**
 * Stories in a real Chromium against the real product: two at a time, each with a product of its own; what measures time
 * has the machine to itself.
 */
export default defineConfig({
  test: {
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'stories',
          include: ['packages/e2e/src/**/*.e2e.ts'],
          exclude: [MEASURED],
          maxWorkers: 2,
          // Each file boots a product of its own; the modules of the product are loaded once for each worker.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'measured', include: [MEASURED], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
