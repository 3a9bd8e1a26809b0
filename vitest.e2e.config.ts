import { defineConfig } from 'vitest/config';

const MEASURED = 'packages/e2e/src/responsiveness.e2e.ts';

/**
 * Stories in a real Chromium with the real product. Two run at the same time, each with its own product;
 * stories that measure time run alone.
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
          // Each file starts its own product; the product's modules are loaded once per worker.
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
