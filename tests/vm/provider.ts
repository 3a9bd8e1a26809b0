/**
 * Simulates an ISP: a PPPoE access concentrator on one cable, a plain network on another, and hosts behind
 * both.
 */
import { plugCable, Host } from './host.ts';
import type { Machine, BackgroundProgram } from './machine.ts';
import { addUplink } from './device.ts';

interface Account {
  readonly user: string;
  readonly password: string;
}

const quoteText = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

export class Provider {
  readonly host: Host;
  #server: BackgroundProgram | undefined;

  private constructor(host: Host) {
    this.host = host;
  }

  /** Connects `wan0` (PPPoE) and `wan1` (203.0.113.0/24) of `other` to a new ISP. */
  static async create(machine: Machine, other: Host, accounts: readonly Account[]): Promise<Provider> {
    const host = await Host.create(machine, 'isp');
    const provider = new Provider(host);
    await plugCable(machine, host, 'i0', other, 'wan0');
    await plugCable(machine, host, 'i1', other, 'wan1');
    await host.run('ip', 'address', 'add', '203.0.113.1/24', 'dev', 'i1');
    for (let last = 1; last <= 12; last++)
      await host.run('ip', 'address', 'add', `198.51.100.${last}/32`, 'dev', 'lo');
    await addUplink(machine, host, 'out0', '10.98.0');
    const secrets = accounts.map(({ password, user }) => `${quoteText(user)} * ${quoteText(password)} *\n`);
    await host.write('/etc/ppp/chap-secrets', secrets.join(''));
    const options = [
      'require-chap',
      'lcp-echo-interval 10',
      'lcp-echo-failure 3',
      'ms-dns 9.9.9.10',
      'noipdefault',
      'noipv6',
    ];
    await host.write('/run/isp.options', `${options.join('\n')}\n`);
    await provider.serve();
    return provider;
  }

  /** Starts the access concentrator. */
  async serve(): Promise<void> {
    const network = ['-L', '100.64.0.1', '-R', '100.64.0.100', '-N', '8'];
    this.#server = await this.host.start(
      'pppoe-server',
      '-I',
      'i0',
      ...network,
      '-O',
      '/run/isp.options',
      '-F',
    );
  }

  /** Kills the access concentrator and its sessions without closing them properly. */
  async stop(): Promise<void> {
    await this.#server?.end('SIGKILL');
    await this.host.succeeds('pkill', '-9', '-f', 'pppd .*isp.options');
    await this.host.succeeds('pkill', '-9', '-f', 'pppoe -n');
  }

  /** Returns the number of PPPoE sessions that are up. */
  async sessions(): Promise<number> {
    const text = await this.host.run('ip', '-4', '-o', 'address', 'show');
    return [...text.matchAll(/ppp\d+\s+inet 100\.64\.0\.1 /g)].length;
  }
}
