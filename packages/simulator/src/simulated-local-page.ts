import { LocalPage, type DeviceLink, TunnelClient } from '@northlight/agent';
import type { Capabilities, DeviceConfig, LocalWan } from '@northlight/contract/device-protocol';
import type { Clock, Entropy } from '@northlight/runtime';
import type { DeviceSpec } from './spec.ts';

/** The parts of a device that its local page shows and changes. */
export interface PageDevice {
  readonly spec: DeviceSpec;
  readonly caps: Capabilities;
  readonly link: DeviceLink;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Certificate authority of the cloud (PEM). */
  readonly ca: string;
  readonly running: () => DeviceConfig;
  readonly software: () => string;
  readonly uptimeSeconds: () => number;
  readonly isOnline: () => boolean;
  readonly restart: () => void;
}

/** Creates the local page of a simulated device with its tunnel. */
export function createPageTunnel({
  ca,
  caps,
  clock,
  entropy,
  link,
  spec,
  ...device
}: PageDevice): TunnelClient {
  const ports = caps.ports.filter(({ role }) => role === 'wan').map(({ id }) => id);
  const internet = {
    ports,
    running: device.running,
    change: (wan: LocalWan) => link.applyLocalChange({ wan: [wan] }),
  };
  const page = new LocalPage({
    clock,
    entropy,
    device: {
      status: () => ({
        name: spec.model,
        model: spec.model,
        serial: spec.sn,
        software: device.software(),
        uptimeSeconds: device.uptimeSeconds(),
        connected: device.isOnline(),
      }),
      managed: () => link.managed,
      localPassword: () => link.localPassword ?? device.running().localPassword,
      ...(ports.length > 0 && { internet }),
      setManaged: (managed) => link.setManaged(managed),
      setLocalPassword: (password) => link.setLocalPassword(password),
      restart: device.restart,
    },
  });
  return new TunnelClient({ ca, clock, answer: (request) => page.answer(request) });
}
