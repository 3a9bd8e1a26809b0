import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromiumPath } from './packages/e2e/src/chromium.ts';

const executablePath = findChromiumPath();

/** Console components, rendered alone in a real Chromium and used with mouse and keyboard. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: './packages/web/vite.config.ts',
        root: './packages/web',
        test: {
          name: 'components',
          include: ['src/**/*.component.tsx'],
          // Only ends a test that hangs, also on a busy machine.
          testTimeout: 30_000,
          maxWorkers: 2,
          // Longer than a single wait of a busy machine; a test that passes waits only as long as it needs.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            // Takes the next port while another run uses the usual one.
            api: { strictPort: false },
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              // Fails a click or an entry before the test as a whole fails without a reason.
              actionTimeout: 10_000,
              launchOptions: {
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--disable-quic',
                  '--no-first-run',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                ],
                ...(executablePath && { executablePath }),
              },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
