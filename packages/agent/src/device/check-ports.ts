import type { Capabilities, ConfigPort, DeviceConfig } from '@northlight/contract/device-protocol';

/** Collects the issues that a device finds in a configuration. */
export interface IssueCollector {
  /** Rejects the whole configuration with a reason at a path. */
  readonly refuse: (path: string, reason: string) => void;
  /** Accepts the configuration with a substitution at one path. */
  readonly substitute: (path: string, reason: string, substitution: string) => void;
}

/** Checks the port settings of a switch: existing ports, port features and conflicts. */
export function checkPorts(config: DeviceConfig, caps: Capabilities, collector: IssueCollector): void {
  if (!caps.features.includes('port-mode')) return;
  const taken = new Set<string>();
  for (const [index, port] of (config.ports ?? []).entries()) {
    if (taken.has(port.id)) collector.refuse(`ports.${index}.id`, `Port ${port.id} is listed twice.`);
    taken.add(port.id);
    checkPort(port, `ports.${index}`, caps, collector);
  }
  checkLags(config, caps, collector);
  checkMirror(config, caps, collector);
}

function checkPort(port: ConfigPort, at: string, caps: Capabilities, collector: IssueCollector): void {
  const own = caps.ports.find(({ id }) => id === port.id);
  const { features } = caps;
  if (!own) return collector.substitute(at, `This device has no port ${port.id}.`, 'The port is left out.');
  const limited = port.ingressKbps !== undefined || port.egressKbps !== undefined;
  if (limited && !features.includes('port-rate'))
    collector.substitute(
      `${at}.ingressKbps`,
      'The ports of this device have no rate limit.',
      'The limit is left out.',
    );
  if (port.eee && !features.includes('port-eee'))
    collector.substitute(`${at}.eee`, 'The ports of this device do not support EEE.', 'EEE stays off.');
  if (port.poe === true && !own.poe)
    collector.substitute(`${at}.poe`, 'This port does not support PoE.', 'PoE stays off.');
  if (port.speedMbps > 0 && !own.speedsMbps?.includes(port.speedMbps))
    collector.substitute(
      `${at}.speedMbps`,
      own.speedsMbps
        ? `This port does not support ${port.speedMbps} Mbit/s.`
        : 'The speed of this port cannot be set.',
      'The speed is negotiated.',
    );
}

function checkLags({ lags = [], mirror }: DeviceConfig, caps: Capabilities, collector: IssueCollector): void {
  const { limits, ports } = caps;
  if (limits.lags !== undefined && lags.length > limits.lags)
    collector.refuse('lags', `This device supports at most ${limits.lags} link aggregations.`);
  const owners = new Map<string, string>();
  for (const [index, lag] of lags.entries()) {
    const at = `lags.${index}.ports`;
    if (limits.lagPorts !== undefined && lag.ports.length > limits.lagPorts)
      collector.refuse(at, `A link aggregation of this device has at most ${limits.lagPorts} ports.`);
    for (const [position, port] of lag.ports.entries()) {
      if (!ports.some(({ id }) => id === port))
        collector.refuse(`${at}.${position}`, `This device has no port ${port}.`);
      if (owners.has(port))
        collector.refuse(`${at}.${position}`, `Port ${port} already belongs to ${owners.get(port)}.`);
      if (mirror?.target === port)
        collector.refuse('mirror.target', `Port ${port} belongs to a link aggregation.`);
      owners.set(port, lag.id);
    }
  }
}

function checkMirror(
  { mirror, spanningTree }: DeviceConfig,
  caps: Capabilities,
  collector: IssueCollector,
): void {
  if (!mirror) return;
  if (spanningTree?.enabled) collector.refuse('mirror', 'Spanning tree and mirroring cannot both be on.');
  for (const [path, port] of [
    ['mirror.target', mirror.target] as const,
    ...mirror.sources.map(({ port }, position) => [`mirror.sources.${position}.port`, port] as const),
  ])
    if (!caps.ports.some(({ id }) => id === port)) collector.refuse(path, `This device has no port ${port}.`);
  if (mirror.sources.some(({ port }) => port === mirror.target))
    collector.refuse('mirror.target', 'A port cannot be mirrored to itself.');
}
