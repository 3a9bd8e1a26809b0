import { hostname } from 'node:os';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import type { Clock, Entropy } from '@northlight/runtime';
import type { AgentConfig } from './agent-config.ts';
import type { CommandHandlers } from '../commands/index.ts';
import type { DeviceLink, LinkLog } from '../link/index.ts';
import { LanServer, LocalPage } from '../local-page/index.ts';
import { SOFTWARE } from '../software/version.ts';
import { TunnelClient } from '../tunnel/tunnel-client.ts';

/** Delay (ms) that lets the server send the response before the restart. */
const RESTART_DELAY_MS = 500;

export interface LocalPageServiceOptions {
  readonly config: AgentConfig;
  /** Certificate authority of the cloud (PEM), without which tunnels are not available. */
  readonly ca: string | undefined;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: LinkLog;
  readonly uptimeSeconds: () => number;
  readonly restart: () => void;
  readonly link: () => DeviceLink;
  readonly running: () => DeviceConfig;
  /** Ids of the WAN ports. */
  readonly wanPorts: readonly string[];
  readonly addresses: () => Promise<readonly string[]>;
}

/** Serves the local page at the device's LAN-side addresses and through tunnels of the cloud. */
export class LocalPageService implements AsyncDisposable {
  readonly #lan: LanServer | undefined;
  readonly #tunnel: TunnelClient | undefined;

  constructor(options: LocalPageServiceOptions) {
    const { addresses, ca, clock, config, entropy, link, log, running, wanPorts } = options;
    const page = new LocalPage({
      clock,
      entropy,
      device: {
        status: () => ({
          name: hostname(),
          model: config.model,
          serial: config.sn,
          software: SOFTWARE,
          uptimeSeconds: options.uptimeSeconds(),
          connected: link().online,
        }),
        managed: () => link().managed,
        localPassword: () => link().localPassword ?? running().localPassword,
        setManaged: (managed) => link().setManaged(managed),
        setLocalPassword: (password) => link().setLocalPassword(password),
        ...(wanPorts.length > 0 && {
          internet: {
            ports: wanPorts,
            running,
            change: (wan) => link().applyLocalChange({ wan: [wan] }),
          },
        }),
        restart: () => void clock.after(RESTART_DELAY_MS, options.restart),
      },
    });
    const answer: LocalPage['answer'] = (request) => page.answer(request);
    const { localPage } = config;
    this.#lan = localPage && new LanServer({ port: localPage.port, addresses, answer, clock, log });
    this.#tunnel = ca === undefined ? undefined : new TunnelClient({ ca, answer, clock });
  }

  get handlers(): CommandHandlers {
    return this.#tunnel ? { tunnel: this.#tunnel.handler } : {};
  }

  start(): void {
    this.#lan?.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#tunnel?.close();
    await this.#lan?.[Symbol.asyncDispose]();
  }
}
