import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@northlight/runtime';
import { findRunningPid, stopDaemon } from './daemon.ts';
import { encodePath } from './encode.ts';
import { UPDATE_NAME_SERVERS } from './name-servers.ts';
import type { RunProgram } from './run.ts';

export interface DhcpClientOptions {
  /** Directory for the pid file, the script and the lease data. */
  readonly directory: string;
  readonly run: RunProgram;
  readonly clock: Clock;
}

/** Metric of the default route, and name servers of all uplinks. */
export interface DhcpContext {
  readonly metric: number;
  /** Files with the name servers of all uplinks, in order of preference. */
  readonly resolvers: readonly string[];
}

/**
 * Runs udhcpc on an interface. The process keeps running after the agent has ended, so that leases are
 * renewed.
 */
export class DhcpClient {
  readonly #options: DhcpClientOptions;

  constructor(options: DhcpClientOptions) {
    this.#options = options;
  }

  /**
   * Starts udhcpc unless it already runs with the same settings and `generation`, which changes when a lease
   * becomes invalid. Resolves with the first lease, or without a lease after three requests in 3 s.
   */
  async start(device: string, dns: readonly string[], generation: string, own: DhcpContext): Promise<void> {
    const { directory, run } = this.#options;
    const settings = JSON.stringify({ device, dns, generation, ...own });
    const current = await readFile(this.#file('settings'), 'utf8').catch(() => '');
    if (current === settings && (await findRunningPid(this.#pidFile)) !== undefined) return;
    await this.stop();
    await mkdir(directory, { recursive: true, mode: 0o755 });
    await writeFile(this.#file('script'), SCRIPT, { mode: 0o700 });
    await chmod(this.#file('script'), 0o700);
    await writeFile(this.#file('settings'), settings);
    const files = ['-i', device, '-p', this.#pidFile, '-s', this.#file('script')];
    // Sends three requests, 1 s apart, and then one every 10 s in the background.
    const timing = ['-t', '3', '-T', '1', '-A', '10', '-b', '-S'];
    await run([
      'env',
      `NORTHLIGHT_DNS=${dns.join(' ')}`,
      `NORTHLIGHT_METRIC=${own.metric}`,
      `NORTHLIGHT_RESOLVERS=${own.resolvers.map((file) => encodePath(file, 'stateDir')).join(' ')}`,
      `NORTHLIGHT_RESOLV=${encodePath(this.resolvFile, 'stateDir')}`,
      'udhcpc',
      ...files,
      ...timing,
    ]);
  }

  async stop(): Promise<void> {
    await stopDaemon(this.#pidFile, this.#options.clock);
    await rm(this.#file('settings'), { force: true });
  }

  /** Path of the file with the name servers of the lease or the settings. */
  get resolvFile(): string {
    return this.#file('resolv.conf');
  }

  get #pidFile(): string {
    return this.#file('udhcpc.pid');
  }

  #file(name: string): string {
    return join(this.#options.directory, name);
  }
}

/** Script that udhcpc calls with the lease in its environment; a constant without any configured value. */
const SCRIPT = `#!/bin/sh
case "$1" in
  deconfig)
    ip -4 address flush dev "$interface"
    ip link set dev "$interface" up
    ;;
  bound|renew)
    ip -4 -o address show dev "$interface" | grep -qF " $ip/$mask " || {
      ip -4 address flush dev "$interface"
      ip -4 address add "$ip/$mask" broadcast + dev "$interface"
    }
    gateway="\${router%% *}"
    [ -n "$gateway" ] && ip -4 route replace default via "$gateway" dev "$interface" proto 156 metric "\${NORTHLIGHT_METRIC:-0}"
    : > "$NORTHLIGHT_RESOLV.new"
    for server in \${NORTHLIGHT_DNS:-$dns}; do echo "nameserver $server" >> "$NORTHLIGHT_RESOLV.new"; done
    mv "$NORTHLIGHT_RESOLV.new" "$NORTHLIGHT_RESOLV"
    ${UPDATE_NAME_SERVERS}
    ;;
esac
exit 0
`;
