import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/**
 * Programs that the virtual machine needs, with their Debian packages. All must be installed on this host,
 * because the machine uses its files.
 */
const PROGRAMS: readonly (readonly [program: string, debianPackage: string])[] = [
  ['qemu-system-x86_64', 'qemu-system-x86'],
  ['apt-get', 'apt'],
  ['cpio', 'cpio'],
  ['depmod', 'kmod'],
  ['busybox', 'busybox'],
  ['hostapd', 'hostapd'],
  ['wpa_supplicant', 'wpasupplicant'],
  ['iw', 'iw'],
  ['pppd', 'ppp'],
  ['pppoe-server', 'pppoe'],
  ['ip', 'iproute2'],
  ['nft', 'nftables'],
  ['dnsmasq', 'dnsmasq-base'],
  ['udhcpc', 'udhcpc'],
  ['lldpd', 'lldpd'],
  ['ping', 'iputils-ping'],
  ['tcpdump', 'tcpdump'],
  ['iperf3', 'iperf3'],
  ['pkill', 'procps'],
  ['nsenter', 'util-linux'],
];
const PROGRAM_DIRECTORIES = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/**
 * Files that the machine needs, with their packages: the radio regulations by country are a separate package.
 */
const FILES: typeof PROGRAMS = [['/lib/firmware/regulatory.db', 'wireless-regdb']];

function has(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a program; undefined if this host does not have it. */
export const findProgram = (program: string): string | undefined =>
  PROGRAM_DIRECTORIES.map((directory) => join(directory, program)).find((file) => has(file, constants.X_OK));

/** Returns the reason why the machine cannot run here, as a sentence; undefined if it can. */
export function explainMissingForMachine(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'The machine needs Linux on x86-64.';
  if (process.getuid?.() !== 0) return 'The machine needs root: it reads the files of this host as they are.';
  const packages = new Set(
    [
      ...PROGRAMS.filter(([program]) => findProgram(program) === undefined),
      ...FILES.filter(([file]) => !has(file, constants.R_OK)),
    ].map(([, name]) => name),
  );
  return packages.size === 0
    ? undefined
    : `These Debian packages are missing: apt-get install --no-install-recommends ${[...packages].join(' ')}`;
}
