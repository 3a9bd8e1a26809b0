import { defineConfig } from 'vitest/config';

const WEB = 'packages/web/**';

export default defineConfig({
  test: {
    tags: [
      {
        name: 'proof',
        description: 'Exhaustive, or slow by its nature: part of `npm run test:proofs` alone.',
        // Only ends a test that hangs, also on a busy machine.
        timeout: 300_000,
      },
    ],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    maxWorkers: 2,
    // Modules are loaded once for each worker: a test may not leave anything behind in one.
    isolate: false,
    // Only what hangs should end by it, also on a machine with other work.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            WEB,
            'packages/e2e/**',
            '**/*.lab.test.ts',
            'tests/process/**',
            'tests/vm/**',
          ],
          // By Node itself, as the product's modules are loaded.
          experimental: { viteModuleRunner: false },
        },
      },
      // Components need the compiler of the console's build.
      { extends: true, test: { name: 'web', include: ['packages/web/src/**/*.test.ts'] } },
    ],
  },
});
