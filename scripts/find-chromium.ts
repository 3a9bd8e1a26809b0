import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromiumPath } from '../packages/e2e/src/chromium.ts';

/**
 * Returns the path of a Chromium. Installs one if there is none, which is possible only as root on Debian.
 */
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
