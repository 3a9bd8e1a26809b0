/**
 * Provides the kernel and the initial RAM disk of the virtual machine. Downloads Debian's kernel, unpacks it
 * into a cache directory, and adds busybox and the modules that the tests need. Installs nothing on the host.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './requirements.ts';

export interface MachineImage {
  readonly kernel: string;
  readonly initrd: string;
}

/**
 * Modules that mounting the host's file system requires. They are loaded first, each after its dependencies.
 */
const FIRST_MODULES = ['virtio_pci', 'virtio_net', '9pnet_virtio', '9p', 'overlay'];
/** Modules that the kernel and `modprobe` can load, with their dependencies. */
const MODULES = [
  'mac80211_hwsim',
  'pppoe',
  'ppp_async',
  '8021q',
  'bridge',
  'veth',
  'sch_netem',
  ...[
    'ct',
    'nat',
    'masq',
    'limit',
    'fib_inet',
    'chain_nat',
    'meta_bridge',
    'counter',
    'reject_bridge',
    'numgen',
  ].map((name) => `nft_${name}`),
  'nf_conntrack_bridge',
  // Modules for the ciphers of Wi-Fi.
  'ccm',
  'gcm',
  'cmac',
  'ctr',
  'ecb',
  'michael_mic',
  'sha256_generic',
  'aesni_intel',
];
/**
 * Programs that the agent and the tests start many times. The machine has them and their libraries in memory,
 * because each start from the mounted files opens them on the host.
 */
const FREQUENT_PROGRAMS = [
  'sh cat tee rm env grep timeout sleep sysctl pgrep pkill nsenter start-stop-daemon flock',
  'ip bridge tc ss nft ping udhcpc dnsmasq pppd iw hostapd hostapd_cli wpa_supplicant wpa_cli',
].flatMap((names) => names.split(' '));
const INIT = new URL('./init.sh', import.meta.url);
const ARCHIVER = ['cpio', '--quiet', '-o', '-H', 'newc'] as const;
const BUSYBOX = '/bin/busybox';

const execute = promisify(execFile);
const OUTPUT_BYTES = 16 * 1024 * 1024;

async function readOutput(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  const { stdout } = await execute(program, [...args], { cwd, env, maxBuffer: OUTPUT_BYTES });
  return stdout;
}

/** Returns the package that Debian's metapackage currently depends on, for example `linux-image-6.1.0-56-amd64`. */
async function findKernelPackage(): Promise<string> {
  const text = await readOutput('apt-cache', ['depends', 'linux-image-amd64']);
  const name = /Depends: (linux-image-[\w.+-]+)/.exec(text)?.[1];
  if (name === undefined)
    throw new Error('apt has no package linux-image-amd64: add the Debian sources and run apt-get update.');
  return name;
}

/** File of an image that lists the modules it was built for. */
const MODULE_LIST = 'requested-modules';

/** Returns the name of a cached image that has all requested modules. */
async function findCachedImage(cache: string): Promise<string | undefined> {
  for (const name of await readdir(cache).catch(() => [])) {
    if (!name.startsWith('linux-image-')) continue;
    const modules = await readFile(join(cache, name, MODULE_LIST), 'utf8').catch(() => '');
    if (modules === MODULES.join('\n')) return name;
  }
  return undefined;
}

/** Returns the image in a cache directory. Builds it first if it is missing or an earlier build was interrupted. */
export async function buildMachineImage(cacheDirectory: string): Promise<MachineImage> {
  const cache = resolve(cacheDirectory);
  const cached = await findCachedImage(cache);
  const name = cached ?? (await findKernelPackage());
  const release = name.slice('linux-image-'.length);
  const directory = join(cache, name);
  if (cached === undefined) {
    const work = `${directory}.new`.replace('linux-image', 'new-image');
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { recursive: true });
    await fetchKernel(name, release, work);
    await writeFile(join(work, MODULE_LIST), MODULES.join('\n'));
    await rm(directory, { recursive: true, force: true });
    await rename(work, directory);
  }
  // Writes the RAM disk each time, because it depends on scripts of this repository and takes little time.
  await writeInitrd(directory, release);
  return { kernel: join(directory, 'vmlinuz'), initrd: join(directory, 'initrd') };
}

async function fetchKernel(name: string, release: string, work: string): Promise<void> {
  await readOutput('apt-get', ['download', name], work);
  const [deb = ''] = (await readdir(work)).filter((file) => file.endsWith('.deb'));
  const tree = join(work, 'tree');
  await readOutput('dpkg-deb', ['-x', deb, tree], work);
  await readOutput('depmod', ['-b', tree, release]);
  const files = new Set<string>();
  for (const module of [...FIRST_MODULES, ...MODULES])
    for (const file of await listModuleFiles(module, tree, release)) files.add(file);
  const modules = `lib/modules/${release}`;
  for (const file of files) {
    const target = join(work, file.slice(tree.length + 1));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(file, target);
  }
  for (const file of ['modules.order', 'modules.builtin', 'modules.builtin.modinfo'])
    await copyFile(join(tree, modules, file), join(work, modules, file));
  await readOutput('depmod', ['-b', work, release]);
  await copyFile(join(tree, 'boot', `vmlinuz-${release}`), join(work, 'vmlinuz'));
  await rm(tree, { recursive: true });
  await rm(join(work, deb));
}

/**
 * Lists the files of a module and its dependencies in the order of loading; empty for a built-in or unknown
 * module.
 */
async function listModuleFiles(module: string, base: string, release: string): Promise<string[]> {
  const text = await readOutput('modprobe', ['-d', base, '-S', release, '--show-depends', module]).catch(
    () => '',
  );
  return [...text.matchAll(/^insmod (\S+)/gm)].flatMap(([, file]) => file ?? []);
}

/** Lists the shared libraries of a program; empty for a statically linked program. */
async function listLibraries(program: string): Promise<string[]> {
  const text = await readOutput('ldd', [program]).catch(() => '');
  return [...text.matchAll(/(\/\S+) \(0x/g)].flatMap(([, file]) => file ?? []);
}

async function writeInitrd(directory: string, release: string): Promise<void> {
  const root = join(directory, 'root');
  await rm(root, { recursive: true, force: true });
  for (const name of ['proc', 'sys', 'dev', 'lower', 'upper', 'mnt', 'bin', 'lib'])
    await mkdir(join(root, name), { recursive: true });
  await copyFile(BUSYBOX, join(root, 'bin/busybox'));
  for (const library of await listLibraries(BUSYBOX)) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await copyFile(library, join(root, library));
  }
  await cp(join(directory, 'lib'), join(root, 'lib'), { recursive: true });
  await copyFile(INIT, join(root, 'init'));
  await chmod(join(root, 'init'), 0o755);
  const first: string[] = [];
  for (const module of FIRST_MODULES)
    for (const file of await listModuleFiles(module, root, release)) {
      const inside = file.slice(root.length);
      if (!first.includes(inside)) first.push(inside);
    }
  await writeFile(join(root, 'first-modules'), first.map((file) => `${file}\n`).join(''));
  await copyFrequentPrograms(join(root, 'frequent'));
  // Not compressed, because unpacking takes longer in the emulated machine than loading.
  await writeFile(join(directory, 'initrd'), await packArchive(root));
  await rm(root, { recursive: true });
}

async function copyFrequentPrograms(target: string): Promise<void> {
  const programs = FREQUENT_PROGRAMS.flatMap((name) => findProgram(name) ?? []);
  const libraries = await Promise.all(
    [process.execPath, ...programs].map((program) => listLibraries(program)),
  );
  const files = await Promise.all(
    ['/etc/ld.so.cache', ...programs, ...libraries.flat()].map((file) => realpath(file)),
  );
  for (const file of new Set(files)) {
    await mkdir(join(target, dirname(file)), { recursive: true });
    await copyFile(file, join(target, file));
  }
}

/** Packs a directory as a cpio archive in the format that the kernel unpacks. */
async function packArchive(root: string): Promise<Buffer> {
  const names = await readdir(root, { recursive: true });
  const [program, ...args] = ARCHIVER;
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stdin.end(names.map((name) => `${name}\n`).join(''));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`cpio ended with ${String(code)}.`);
  return Buffer.concat(pieces);
}
