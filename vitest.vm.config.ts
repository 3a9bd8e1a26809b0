import { defineConfig } from 'vitest/config';

/**
 * Stories with radios and PPPoE lines in virtual machines with a full kernel. Two files run at the same time, each in a
 * machine of its own.
 */
export default defineConfig({
  test: {
    include: ['tests/vm/**/*.test.ts'],
    globalSetup: ['tests/vm/global-software.ts'],
    // A machine waits half of the time and otherwise uses one core.
    maxWorkers: 2,
    // A test that fails once and then passes is reported as repeated; the run keeps count of it.
    retry: 1,
    // The machine is emulated and several times slower next to other work.
    testTimeout: 360_000,
    hookTimeout: 240_000,
  },
});
