import { defineConfig } from 'vitest/config';

const WEB = 'packages/web/**';

export default defineConfig({
  test: {
    tags: [
      {
        name: 'proof',
        description: 'Exhaustive or slow: runs in `npm run test:proofs` only.',
        // Only ends a test that hangs, also on a busy machine.
        timeout: 300_000,
      },
    ],
    globalSetup: ['packages/server/src/testing/global-database.ts'],
    setupFiles: ['packages/server/src/testing/processor-time.ts'],
    maxWorkers: 2,
    // Modules are loaded once per worker, so tests must not leave state in them.
    isolate: false,
    // Only ends a test that hangs, also on a busy machine.
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
          // Node loads the modules, as in the product.
          experimental: { viteModuleRunner: false },
        },
      },
      // Components need the compiler of the console build.
      { extends: true, test: { name: 'web', include: ['packages/web/src/**/*.test.ts'] } },
    ],
  },
});
