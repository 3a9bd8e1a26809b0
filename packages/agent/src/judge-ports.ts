import type { Capabilities, ConfigPort, DeviceConfig } from '@northlight/contract/device-protocol';

/** What the rules of a device say of one configuration. */
export interface Verdict {
  /** Refuses the whole. */
  readonly refuse: (path: string, reason: string) => void;
  /** Goes on without one place of it. */
  readonly leaveOut: (path: string, reason: string, substitution: string) => void;
}

/** The rules of a switch's ports: which there are, what each can, and what excludes each other. */
export function judgePorts(config: DeviceConfig, caps: Capabilities, verdict: Verdict): void {
  if (!caps.features.includes('port-mode')) return;
  const taken = new Set<string>();
  for (const [index, port] of (config.ports ?? []).entries()) {
    if (taken.has(port.id)) verdict.refuse(`ports.${index}.id`, `Port ${port.id} stands there twice.`);
    taken.add(port.id);
    judgePort(port, `ports.${index}`, caps, verdict);
  }
  judgeLags(config, caps, verdict);
  judgeMirror(config, caps, verdict);
}

function judgePort(port: ConfigPort, at: string, caps: Capabilities, verdict: Verdict): void {
  const own = caps.ports.find(({ id }) => id === port.id);
  const { features } = caps;
  if (!own) return verdict.leaveOut(at, `This device has no port ${port.id}.`, 'The port is left out.');
  const limited = port.ingressKbps !== undefined || port.egressKbps !== undefined;
  if (limited && !features.includes('port-rate'))
    verdict.leaveOut(`${at}.ingressKbps`, 'Ports of this device have no limit.', 'The limit is left out.');
  if (port.eee && !features.includes('port-eee'))
    verdict.leaveOut(`${at}.eee`, 'Ports of this device save no energy.', 'This is left out.');
  if (port.poe === true && !own.poe)
    verdict.leaveOut(`${at}.poe`, 'This port feeds no devices.', 'This is left out.');
  if (port.speedMbps > 0 && !own.speedsMbps?.includes(port.speedMbps))
    verdict.leaveOut(
      `${at}.speedMbps`,
      own.speedsMbps ? `This port has no ${port.speedMbps} Mbit/s.` : 'This port negotiates only.',
      'The speed is negotiated.',
    );
}

function judgeLags({ lags = [], mirror }: DeviceConfig, caps: Capabilities, verdict: Verdict): void {
  const { limits, ports } = caps;
  if (limits.lags !== undefined && lags.length > limits.lags)
    verdict.refuse('lags', `This device has room for ${limits.lags} link aggregations.`);
  const owners = new Map<string, string>();
  for (const [index, lag] of lags.entries()) {
    const at = `lags.${index}.ports`;
    if (limits.lagPorts !== undefined && lag.ports.length > limits.lagPorts)
      verdict.refuse(at, `A link aggregation of this device has at most ${limits.lagPorts} ports.`);
    for (const [place, port] of lag.ports.entries()) {
      if (!ports.some(({ id }) => id === port))
        verdict.refuse(`${at}.${place}`, `This device has no port ${port}.`);
      if (owners.has(port))
        verdict.refuse(`${at}.${place}`, `Port ${port} is in ${owners.get(port)} already.`);
      if (mirror?.target === port)
        verdict.refuse('mirror.target', `Port ${port} belongs to a link aggregation.`);
      owners.set(port, lag.id);
    }
  }
}

function judgeMirror({ mirror, spanningTree }: DeviceConfig, caps: Capabilities, verdict: Verdict): void {
  if (!mirror) return;
  if (spanningTree?.enabled) verdict.refuse('mirror', 'Spanning tree and mirroring cannot both be on.');
  for (const [path, port] of [
    ['mirror.target', mirror.target] as const,
    ...mirror.sources.map(({ port }, place) => [`mirror.sources.${place}.port`, port] as const),
  ])
    if (!caps.ports.some(({ id }) => id === port)) verdict.refuse(path, `This device has no port ${port}.`);
  if (mirror.sources.some(({ port }) => port === mirror.target))
    verdict.refuse('mirror.target', 'A port cannot be mirrored to itself.');
}
