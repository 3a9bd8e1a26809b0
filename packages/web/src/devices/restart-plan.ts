import type { Device, Permission } from '@northlight/contract';
import { plural } from '../kit/format/format.ts';

export interface RestartPlan {
  readonly title: string;
  readonly button: string;
  /** What stops while the devices restart. */
  readonly stops: string;
  /** Which of the chosen ones stay out, and why. */
  readonly skipped: string | undefined;
  readonly devices: readonly Device[];
}

const STOPS: Readonly<Record<Device['kind'], string>> = {
  gateway: 'Meanwhile the site has no internet.',
  ac: 'Meanwhile access points are not managed.',
  switch: 'Meanwhile everything behind its ports is cut off.',
  ap: 'Meanwhile its Wi-Fi clients move to other access points or lose the connection.',
  mesh: 'Meanwhile its Wi-Fi clients, and nodes behind it, lose the connection.',
  cpe: 'Meanwhile the bridge link is down.',
  nvr: 'Meanwhile nothing is recorded.',
  ipc: 'Meanwhile the camera shows nothing.',
  wrouter: 'Meanwhile its clients have no internet.',
};

/** The dialog's words for one device or many; those that may not restart are named, not sent. */
export function restartPlan(chosen: readonly Device[]): RestartPlan {
  const devices = chosen.filter(({ can }) => can.restart.allowed);
  const out = chosen.length - devices.length;
  const [first] = devices;
  const clients = devices.reduce((sum, { clientCount }) => sum + (clientCount ?? 0), 0);
  const reason = chosen.map(({ can }) => can.restart).find((can) => !can.allowed);
  const one = devices.length === 1 && first;
  const stops = one ? STOPS[first.kind] : 'Meanwhile everything behind these devices is cut off.';
  return {
    devices,
    title: one ? `Restart ${first.name}?` : `Restart ${plural(devices.length, 'device')}?`,
    button: one ? `Restart ${first.name}` : `Restart ${plural(devices.length, 'device')}`,
    stops: clients > 0 ? `${stops} ${plural(clients, 'client')} now.` : stops,
    skipped:
      out > 0 && reason && !reason.allowed
        ? `${plural(out, 'device')} left out: ${reason.reason}`
        : undefined,
  };
}

/** Whether the button of a selection can be used: one device that may is enough. */
export function bulkPermission(permissions: readonly Permission[]): Permission | undefined {
  return permissions.find(({ allowed }) => allowed) ?? permissions[0];
}
