import type { ConfigIssue, ConfigWan } from '@northlight/contract/device-protocol';
import { encodePppArgument, type PppoeLine } from '../system/pppoe-options.ts';
import type { PppoeSettings, UplinkSettings } from '../system/uplink-settings.ts';
import { renderUplink } from '../system/uplink-settings.ts';

/** A WAN port with its rendered settings. */
export interface Wan {
  readonly port: string;
  /** Settings to apply; undefined keeps or restores the installer's settings. */
  readonly settings: UplinkSettings | PppoeSettings | undefined;
  /** Metric of the routes; traffic uses the working WAN with the lowest metric. */
  readonly metric: number;
  /** Interfaces that carry the port's traffic. */
  readonly devices: readonly string[];
}

const METRIC_STEP = 10;
/** Maximum number of PPPoE lines per port, and distance between the first line numbers of two ports. */
export const MAX_PPPOE_LINES = 16;
export const nameLineDevice = (port: number, line: number): string =>
  `ppp-wan${port * MAX_PPPOE_LINES + line}`;

/** Renders the WANs in the order of the configuration, followed by the unconfigured ports. */
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
    lines: lines.slice(0, MAX_PPPOE_LINES).map(({ password, user }, index): PppoeLine => ({
      device: nameLineDevice(port, index),
      user: encodePppArgument(user, `${path}.lines.${index}.user`),
      password: encodePppArgument(password, `${path}.lines.${index}.password`),
      path: `${path}.lines.${index}`,
    })),
    service: service === undefined ? undefined : encodePppArgument(service, `${path}.service`),
    dns: renderUplink({ mode: 'dhcp', port: '', dns }, path).dns,
  };
}

/**
 * Lists issues of lines that the ISP refuses. pppd dials such lines again, because the fault may be
 * temporary.
 */
export const listRefusedLineIssues = (lines: readonly PppoeLine[]): ConfigIssue[] =>
  lines.map(({ path }) => ({
    path: `${path}.password`,
    reason: 'The ISP refuses this user name or password. Check both.',
    substitution: 'The line stays down and is redialled.',
  }));
