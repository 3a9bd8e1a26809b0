import type { Device, Permission } from '@northlight/contract';
import { formatPlural } from '../../kit/format/format.ts';

export interface RestartPlan {
  readonly title: string;
  readonly button: string;
  /** Effect on the network while the devices restart. */
  readonly effect: string;
  /** Sentence with the number of devices left out and the reason. */
  readonly skipped: string | undefined;
  readonly devices: readonly Device[];
}

const EFFECTS: Readonly<Record<Device['kind'], string>> = {
  gateway: 'The site has no internet connection during the restart.',
  ac: 'Access points are not managed during the restart.',
  switch: 'Devices on its ports are offline during the restart.',
  ap: 'Its Wi-Fi clients move to other access points or lose their connection.',
  mesh: 'Its Wi-Fi clients and the nodes behind it lose their connection.',
  cpe: 'The bridge link is down during the restart.',
  nvr: 'The recorder stores no pictures during the restart.',
  ipc: 'The camera shows no picture during the restart.',
  wrouter: 'Its clients have no internet connection during the restart.',
};

/** Returns the texts of the restart dialog, and the devices that can be restarted. */
export function planRestart(chosen: readonly Device[]): RestartPlan {
  const devices = chosen.filter(({ can }) => can.restart.allowed);
  const skippedCount = chosen.length - devices.length;
  const [first] = devices;
  const clients = devices.reduce((sum, { clientCount }) => sum + (clientCount ?? 0), 0);
  const reason = chosen.map(({ can }) => can.restart).find((can) => !can.allowed);
  const one = devices.length === 1 && first;
  const effect = one ? EFFECTS[first.kind] : 'Devices behind them are offline during the restart.';
  return {
    devices,
    title: one ? `Restart ${first.name}?` : `Restart ${formatPlural(devices.length, 'device')}?`,
    button: one ? `Restart ${first.name}` : `Restart ${formatPlural(devices.length, 'device')}`,
    effect: clients > 0 ? `${effect} ${formatPlural(clients, 'client')} connected.` : effect,
    skipped:
      skippedCount > 0 && reason && !reason.allowed
        ? `${formatPlural(skippedCount, 'device')} left out: ${reason.reason}`
        : undefined,
  };
}

/** Returns the permission of a bulk action, which is allowed if it is allowed for at least one device. */
export function combinePermissions(permissions: readonly Permission[]): Permission | undefined {
  return permissions.find(({ allowed }) => allowed) ?? permissions[0];
}
