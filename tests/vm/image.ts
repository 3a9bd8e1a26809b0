/**
 * The kernel and the first file system of the machine: Debian's own kernel, fetched and unpacked into a cache directory,
 * with busybox and the modules that the stories need. Nothing of it is installed on the host.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

export interface MachineImage {
  readonly kernel: string;
  readonly initrd: string;
}

/** Loaded before the host's file system is there; what they need is loaded before them. */
const FIRST_MODULES = ['virtio_pci', 'virtio_net', '9pnet_virtio', '9p', 'overlay'];
/** There to be loaded by the kernel or by `modprobe`, with what they need. */
const MODULES = [
  'mac80211_hwsim',
  'pppoe',
  'ppp_async',
  '8021q',
  'bridge',
  'veth',
  ...['ct', 'nat', 'masq', 'limit', 'fib_inet', 'chain_nat', 'meta_bridge', 'counter', 'reject_bridge'].map(
    (name) => `nft_${name}`,
  ),
  'nf_conntrack_bridge',
  // What Wi-Fi encrypts with.
  'ccm',
  'gcm',
  'cmac',
  'ctr',
  'ecb',
  'michael_mic',
  'sha256_generic',
  'aesni_intel',
];
const INIT = new URL('./init.sh', import.meta.url);
const ARCHIVER = ['cpio', '--quiet', '-o', '-H', 'newc'] as const;
const BUSYBOX = '/bin/busybox';

const execute = promisify(execFile);
const OUTPUT_BYTES = 16 * 1024 * 1024;

async function output(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  const { stdout } = await execute(program, [...args], { cwd, env, maxBuffer: OUTPUT_BYTES });
  return stdout;
}

/** The package that Debian's metapackage stands for today: `linux-image-6.1.0-56-amd64`. */
async function kernelPackage(): Promise<string> {
  const text = await output('apt-cache', ['depends', 'linux-image-amd64']);
  const name = /Depends: (linux-image-[\w.+-]+)/.exec(text)?.[1];
  if (name === undefined)
    throw new Error('apt knows no linux-image-amd64: run apt-get update, with the sources of Debian.');
  return name;
}

/** The image in `cache`, made if it is not there; one that was cut short is made anew. */
export async function machineImage(place: string): Promise<MachineImage> {
  const cache = resolve(place);
  const kept = (await readdir(cache).catch(() => [])).find((name) => name.startsWith('linux-image-'));
  const name = kept ?? (await kernelPackage());
  const release = name.slice('linux-image-'.length);
  const directory = join(cache, name);
  if (kept === undefined) {
    const work = `${directory}.new`.replace('linux-image', 'new-image');
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { recursive: true });
    await fetchKernel(name, release, work);
    await rename(work, directory);
  }
  // What is ours is cheap, and written each time.
  await writeInitrd(directory, release);
  return { kernel: join(directory, 'vmlinuz'), initrd: join(directory, 'initrd') };
}

async function fetchKernel(name: string, release: string, work: string): Promise<void> {
  await output('apt-get', ['download', name], work);
  const [deb = ''] = (await readdir(work)).filter((file) => file.endsWith('.deb'));
  const tree = join(work, 'tree');
  await output('dpkg-deb', ['-x', deb, tree], work);
  await output('depmod', ['-b', tree, release]);
  const wanted = new Set<string>();
  for (const module of [...FIRST_MODULES, ...MODULES])
    for (const file of await filesOf(module, tree, release)) wanted.add(file);
  const modules = `lib/modules/${release}`;
  for (const file of wanted) {
    const to = join(work, file.slice(tree.length + 1));
    await mkdir(dirname(to), { recursive: true });
    await copyFile(file, to);
  }
  for (const file of ['modules.order', 'modules.builtin', 'modules.builtin.modinfo'])
    await copyFile(join(tree, modules, file), join(work, modules, file));
  await output('depmod', ['-b', work, release]);
  await copyFile(join(tree, 'boot', `vmlinuz-${release}`), join(work, 'vmlinuz'));
  await rm(tree, { recursive: true });
  await rm(join(work, deb));
}

/** Files of a module and of what it needs, in the order of loading; none for one that is built in or unknown. */
async function filesOf(module: string, base: string, release: string): Promise<string[]> {
  const text = await output('modprobe', ['-d', base, '-S', release, '--show-depends', module]).catch(
    () => '',
  );
  return [...text.matchAll(/^insmod (\S+)/gm)].flatMap(([, file]) => file ?? []);
}

/** What a program is linked with; nothing when it is linked statically. */
async function librariesOf(program: string): Promise<string[]> {
  const text = await output('ldd', [program]).catch(() => '');
  return [...text.matchAll(/(\/\S+) \(0x/g)].flatMap(([, file]) => file ?? []);
}

async function writeInitrd(directory: string, release: string): Promise<void> {
  const root = join(directory, 'root');
  await rm(root, { recursive: true, force: true });
  for (const name of ['proc', 'sys', 'dev', 'lower', 'upper', 'mnt', 'bin', 'lib'])
    await mkdir(join(root, name), { recursive: true });
  await copyFile(BUSYBOX, join(root, 'bin/busybox'));
  for (const library of await librariesOf(BUSYBOX)) {
    await mkdir(join(root, dirname(library)), { recursive: true });
    await copyFile(library, join(root, library));
  }
  await cp(join(directory, 'lib'), join(root, 'lib'), { recursive: true });
  await copyFile(INIT, join(root, 'init'));
  await chmod(join(root, 'init'), 0o755);
  const first: string[] = [];
  for (const module of FIRST_MODULES)
    for (const file of await filesOf(module, root, release)) {
      const inside = file.slice(root.length);
      if (!first.includes(inside)) first.push(inside);
    }
  await writeFile(join(root, 'first-modules'), first.map((file) => `${file}\n`).join(''));
  await writeFile(join(directory, 'initrd'), gzipSync(await archive(root), { level: 1 }));
  await rm(root, { recursive: true });
}

/** All of a directory as the kernel unpacks it. */
async function archive(root: string): Promise<Buffer> {
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
