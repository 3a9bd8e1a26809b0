import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Programs that the machine needs on this host or, by its files, inside; and the Debian packages that bring them. */
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
];
const PLACES = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** Whose radio rules hold is in a file of a package of its own. */
const FILES: typeof PROGRAMS = [['/lib/firmware/regulatory.db', 'wireless-regdb']];

function has(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/** Why the machine cannot run here, in a sentence; undefined when it can. */
export function missingForMachine(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'The machine needs Linux on x86-64.';
  if (process.getuid?.() !== 0) return 'The machine needs root: it reads the files of this host as they are.';
  const packages = new Set(
    [
      ...PROGRAMS.filter(([program]) => !PLACES.some((place) => has(join(place, program), constants.X_OK))),
      ...FILES.filter(([file]) => !has(file, constants.R_OK)),
    ].map(([, name]) => name),
  );
  return packages.size === 0
    ? undefined
    : `These Debian packages are missing: apt-get install --no-install-recommends ${[...packages].join(' ')}`;
}
