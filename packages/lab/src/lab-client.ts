import { disableChecksumOffload } from '@northlight/agent';
import type { Namespace } from './namespaces.ts';

/** Network settings that a client got with its lease. */
export interface ClientLease {
  readonly ip: string;
  readonly prefix: number;
  readonly router: string | undefined;
  readonly dns: readonly string[];
}

const DEVICE = 'eth0';

/** A client host: an ordinary DHCP client at the end of a cable, without code of this project. */
export class LabClient {
  readonly namespace: Namespace;

  constructor(namespace: Namespace) {
    this.namespace = namespace;
  }

  /** Turns checksum offload off, because a switch in user space needs complete checksums. */
  async prepare(): Promise<void> {
    await disableChecksumOffload(DEVICE, (argv) => this.namespace.exec(...argv));
  }

  /** Requests a lease with the system's udhcpc; rejects when it gets none. */
  async lease({ tries = 5 } = {}): Promise<ClientLease> {
    await this.namespace.exec(
      'udhcpc',
      '-i',
      DEVICE,
      '-n',
      '-q',
      '-t',
      String(tries),
      '-T',
      '1',
      '-x',
      `hostname:${this.namespace.name}`,
    );
    const [address, routes] = await Promise.all([
      this.namespace.exec('ip', '-4', '-o', 'address', 'show', 'dev', DEVICE),
      this.namespace.exec('ip', '-4', 'route', 'show', 'default'),
    ]);
    const [, ip, prefix] = /inet (\S+)\/(\d+)/.exec(address) ?? [];
    if (ip === undefined) throw new Error('The client has no address after its lease.');
    return {
      ip,
      prefix: Number(prefix),
      router: /via (\S+)/.exec(routes)?.[1],
      dns: await this.namespace.nameServers(),
    };
  }

  async mac(): Promise<string> {
    return (await this.namespace.exec('cat', `/sys/class/net/${DEVICE}/address`)).trim();
  }

  /** Returns whether an address answers a ping within 2 s. */
  async reaches(ip: string): Promise<boolean> {
    return this.namespace.succeeds('ping', '-n', '-c', '2', '-i', '0.2', '-W', '1', ip);
  }

  /** Removes the address without releasing the lease. */
  async forget(): Promise<void> {
    await this.namespace.exec('ip', '-4', 'address', 'flush', 'dev', DEVICE);
  }

  /** Unplugs the cable, or plugs it in again. */
  async cable(state: 'in' | 'out'): Promise<void> {
    await this.namespace.exec('ip', 'link', 'set', 'dev', DEVICE, state === 'in' ? 'up' : 'down');
  }
}
