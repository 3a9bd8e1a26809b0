import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Namespace } from '../namespaces.ts';

/** Time after an action in which its first matching frame must be printed (ms). */
const CAPTURE_WAIT_MS = 5000;

/**
 * Returns the output of tcpdump about the first matching frame during an action; empty without such a frame.
 * tcpdump exits after the frame: a signal after the action could end it while the frame is still in the
 * kernel's buffer.
 */
export async function captureDuring(
  host: Namespace,
  device: string,
  filter: readonly string[],
  act: () => Promise<unknown>,
): Promise<string> {
  const options = ['--immediate-mode', '-e', '-n', '-l', '-c', '1', '-i', device];
  const [program, ...args] = host.argv('tcpdump', ...options, ...filter);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  // tcpdump writes to its error stream when it listens.
  await once(child.stderr, 'data');
  await act();
  const timer = setTimeout(() => child.kill('SIGTERM'), CAPTURE_WAIT_MS);
  await ended;
  clearTimeout(timer);
  return text;
}

/** Records the link changes of a host during an action. */
export async function recordLinkChanges(host: Namespace, act: () => Promise<unknown>): Promise<string> {
  const [program, ...args] = host.argv('ip', '-o', 'monitor', 'link');
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(child, 'spawn');
  await act();
  child.kill('SIGTERM');
  await ended;
  return text;
}

/** Starts a web server of busybox with one page on port 80 of a host. */
export async function serveWeb(host: Namespace, page: string): Promise<AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'nl-web-'));
  await writeFile(join(directory, 'index.html'), page);
  const [program, ...args] = host.argv('busybox', 'httpd', '-f', '-p', '80', '-h', directory);
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await host.exec('ss', '-ltnH', 'sport = :80')).includes(':80')) continue;
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Requests a URL with curl and returns the response; empty without an answer. */
export const fetchText = (host: Namespace, url: string, ...options: readonly string[]): Promise<string> =>
  host.exec('curl', '--silent', '--max-time', '3', ...options, url).catch(() => '');
