import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromiumPath } from '../packages/e2e/src/chromium.ts';

/** Returns the path of a Chromium; as root on Debian, installs it if there is none. */
export function findChromium(): string | undefined {
  if (findChromiumPath() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium …');
    const apt = (...args: string[]): unknown =>
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation');
  }
  return findChromiumPath();
}
