import type { ConfigIssue, ConfigWan } from '@northlight/contract/device-protocol';
import { encodePppWord, type PppoeLine } from '../system/pppoe-options.ts';
import type { PppoeSettings, UplinkSettings } from '../system/uplink-settings.ts';
import { renderUplink } from '../system/uplink-settings.ts';

/** One WAN port and how it is to reach the internet. */
export interface Wan {
  readonly port: string;
  /** Undefined leaves, or gives back, what the installer set. */
  readonly settings: UplinkSettings | PppoeSettings | undefined;
  /** Of several the one with the lowest that works carries the traffic. */
  readonly metric: number;
  /** Interfaces by which it leads out. */
  readonly devices: readonly string[];
}

const METRIC_STEP = 10;
/** Lines of one port at most; their names count on from port to port by it. */
export const MOST_LINES = 16;
export const lineDevice = (port: number, line: number): string => `ppp-wan${port * MOST_LINES + line}`;

/** The WANs in the order of the configuration, then the ports that it does not name. */
export function renderWans(configured: readonly ConfigWan[], ports: readonly string[]): Wan[] {
  const named = configured
    .map((wan, index) => ({ wan, path: `wan.${index}` }))
    .filter(({ wan }) => ports.includes(wan.port))
    .map(({ path, wan }, order): Wan => {
      const settings =
        wan.mode === 'pppoe' ? renderPppoe(wan, path, ports.indexOf(wan.port)) : renderUplink(wan, path);
      const devices = settings.mode === 'pppoe' ? settings.lines.map(({ device }) => device) : [wan.port];
      return { port: wan.port, settings, metric: order * METRIC_STEP, devices };
    });
  const others = ports
    .filter((port) => !named.some((wan) => wan.port === port))
    .map((port): Wan => ({ port, settings: undefined, metric: 0, devices: [port] }));
  return [...named, ...others];
}

function renderPppoe(
  { dns, lines, service }: Extract<ConfigWan, { mode: 'pppoe' }>,
  path: string,
  port: number,
): PppoeSettings {
  return {
    mode: 'pppoe',
    lines: lines.slice(0, MOST_LINES).map(({ password, user }, index): PppoeLine => ({
      device: lineDevice(port, index),
      user: encodePppWord(user, `${path}.lines.${index}.user`),
      password: encodePppWord(password, `${path}.lines.${index}.password`),
      path: `${path}.lines.${index}`,
    })),
    service: service === undefined ? undefined : encodePppWord(service, `${path}.service`),
    dns: renderUplink({ mode: 'dhcp', port: '', dns }, path).dns,
  };
}

/** What is said of lines that the provider does not let in; they are dialled on, because it may be its own fault. */
export const refusedLines = (lines: readonly PppoeLine[]): ConfigIssue[] =>
  lines.map(({ path }) => ({
    path: `${path}.password`,
    reason: 'The provider refuses this user with this password.',
    substitution: 'The line stays down, and is dialled again.',
  }));
