// @ts-check
/**
 * Runs on Node 20 or newer: installs the packages of the lock file, then starts Node 24 (npm package `node`). Plain
 * JavaScript without dependencies, because nothing is installed when it starts.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
// Caches compiled code between starts, also for child processes.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules', '.cache', 'compiled');
module.enableCompileCache?.(process.env['NODE_COMPILE_CACHE']);
const MAJOR = 24;
const STAMP = join(ROOT, 'node_modules', '.northlight-lock');

const major = (/** @type {string} */ version) => Number(version.replace(/^v/, '').split('.')[0]);

if (major(process.version) < 20) {
  console.error(`Northlight needs Node 20 or newer to start; this is ${process.version}.`);
  process.exitCode = 1;
} else {
  process.chdir(ROOT);
  if (install()) await run();
  else process.exitCode = 1;
}

/** Installs the packages if the lock file differs from the installed one. */
function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return true;
  console.error('Installing what Northlight needs (once, about 1 min) …');
  const npm = process.env['npm_execpath'] ? [process.execPath, process.env['npm_execpath']] : ['npm'];
  const [program = 'npm', ...before] = npm;
  const args = [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = spawnSync(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: cleanEnvironment(),
  });
  if (installed.status !== 0) {
    console.error('The installation failed: see the lines above.');
    return false;
  }
  writeFileSync(STAMP, lock);
  return true;
}

/**
 * Removes the settings that npm passes to child processes, so that the settings of the outer npm command do
 * not affect the inner one.
 */
function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith('npm_command') && !name.startsWith('npm_lifecycle'),
    ),
  );
}

/**
 * Returns the path of a Node with the right major version. An installation without scripts has only the
 * platform's package.
 */
function findNode() {
  if (major(process.version) === MAJOR) return process.execPath;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies.node;
  const platform = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const candidates = ['node', platform].map((name) => join(ROOT, 'node_modules', name, 'bin', 'node'));
  const found = () => candidates.find((path) => existsSync(path) && versionOf(path) === MAJOR);
  if (found()) return found();
  spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `${platform}@${wanted}`],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return found();
}

function versionOf(/** @type {string} */ path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return major(stdout ?? '');
}

async function run() {
  const node = findNode();
  if (!node) {
    console.error(`Node ${MAJOR} could not be installed for ${process.platform}-${process.arch}.`);
    process.exitCode = 1;
    return;
  }
  const bin = [dirname(node), join(ROOT, 'node_modules', '.bin')].join(':');
  process.env['PATH'] = `${bin}:${process.env['PATH'] ?? ''}`;
  if (node === process.execPath) {
    const { runTask } = await import('./tasks.ts');
    process.exitCode = await runTask(process.argv[2] ?? '', process.argv.slice(3));
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  // Ignores Ctrl-C, which the terminal sends to the child too, because this process must wait for the child.
  process.on('SIGINT', () => (process.stdin.isTTY ? undefined : child.kill('SIGINT')));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)));
    child.once('error', () => resolve(1));
  });
}
