import { defineConfig } from 'vitest/config';

/** Stories of the whole product as processes: start, kill, adoption, stop. */
export default defineConfig({
  test: {
    tags: [{ name: 'proof', description: 'Runs in `npm run test:all` only.' }],
    include: ['tests/process/**/*.test.ts'],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    fileParallelism: false,
    // A test that fails once and then passes is reported as repeated; the run keeps count of it.
    retry: 1,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
