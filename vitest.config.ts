import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      'packages/e2e/**',
      '**/*.lab.test.ts',
      'tests/process/**',
      'tests/vm/**',
    ],
    tags: [
      {
        name: 'proof',
        description: 'Exhaustive, or slow by its nature: part of `npm run test:proofs` alone.',
      },
    ],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    maxWorkers: 2,
    // Modules are loaded once for each worker: a test may not leave anything behind in one.
    isolate: false,
    // Only what hangs should end by it, also on a machine with other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
