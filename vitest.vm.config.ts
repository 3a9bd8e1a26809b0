import { defineConfig } from 'vitest/config';

/** Stories on real radios and PPPoE lines, in a machine of their own with a full kernel. */
export default defineConfig({
  test: {
    include: ['tests/vm/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 240_000,
  },
});
