import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

/** Programs of the lab and their Debian packages. */
const PROGRAMS: readonly (readonly [program: string, debianPackage: string])[] = [
  ['ip', 'iproute2'],
  ['nft', 'nftables'],
  ['dnsmasq', 'dnsmasq-base'],
  ['ovs-vsctl', 'openvswitch-switch'],
  ['ovs-vswitchd', 'openvswitch-switch'],
  ['ovsdb-server', 'openvswitch-switch'],
  ['udhcpc', 'udhcpc'],
  ['lldpd', 'lldpd'],
  ['ethtool', 'ethtool'],
];
/** Programs that only tests need, which observe the network independently. */
const TEST_PROGRAMS: typeof PROGRAMS = [
  ['ping', 'iputils-ping'],
  ['traceroute', 'traceroute'],
  ['tcpdump', 'tcpdump'],
  ['iperf3', 'iperf3'],
  ['curl', 'curl'],
];

const SYSTEM_PATH = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Returns sentences with the reasons why the lab cannot run here; empty when it can. */
export async function listMissingForLab({ tests = false } = {}): Promise<string[]> {
  const problems: string[] = [];
  if (process.platform !== 'linux') problems.push('The lab needs Linux.');
  if (process.getuid?.() !== 0) problems.push('The lab needs root: it makes network namespaces.');
  const packages = new Set<string>();
  for (const [program, debianPackage] of tests ? [...PROGRAMS, ...TEST_PROGRAMS] : PROGRAMS)
    if (!(await isInstalled(program))) packages.add(debianPackage);
  if (packages.size > 0)
    problems.push(
      `These Debian packages are missing: apt-get install --no-install-recommends ${[...packages].join(' ')}`,
    );
  return problems;
}

async function isInstalled(program: string): Promise<boolean> {
  for (const directory of SYSTEM_PATH) {
    try {
      await access(join(directory, program), constants.X_OK);
      return true;
    } catch {
      continue;
    }
  }
  return false;
}
