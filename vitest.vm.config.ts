import { defineConfig } from 'vitest/config';

/** Stories with radios and PPPoE lines in a virtual machine with a full kernel. */
export default defineConfig({
  test: {
    include: ['tests/vm/**/*.test.ts'],
    fileParallelism: false,
    // A test that fails once and then passes is reported as repeated; the run keeps count of it.
    retry: 1,
    // The machine is emulated and several times slower next to other work.
    testTimeout: 360_000,
    hookTimeout: 240_000,
  },
});
