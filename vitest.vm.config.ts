import { defineConfig } from 'vitest/config';

/** Stories on real radios and PPPoE lines, in a machine of their own with a full kernel. */
export default defineConfig({
  test: {
    include: ['tests/vm/**/*.test.ts'],
    fileParallelism: false,
    // The machine is emulated: beside other work it is several times slower.
    testTimeout: 360_000,
    hookTimeout: 240_000,
  },
});
