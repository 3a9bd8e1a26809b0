import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium; installs Debian's where this is root on Debian and there is none. */
export function findChromium(): string | undefined {
  const found = (): string | undefined =>
    [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
  if (found() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium …');
    const apt = (...args: string[]): unknown =>
      spawnSync('apt-get', args, {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation');
  }
  return found();
}
