import { type Device, KIND_LABELS, MAX_DEVICES_COMPARED } from '@northlight/contract';

const KINDS = Object.keys(KIND_LABELS) as Device['kind'][];

/** Returns the devices sorted by kind, then by name in natural order. */
export function sortDevices(devices: readonly Device[]): Device[] {
  const names = new Intl.Collator('en', { numeric: true });
  return devices.toSorted(
    (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || names.compare(a.name, b.name),
  );
}

/** Returns the existing devices that the URL names; if there are none, the first device of the project. */
export function filterSelectedDevices(devices: readonly Device[], named: string | undefined): Device[] {
  const byId = new Map(devices.map((device) => [device.id, device] as const));
  const found = [...new Set(named?.split(','))].flatMap((id) => byId.get(id) ?? []);
  return found.length > 0 ? found.slice(0, MAX_DEVICES_COMPARED) : devices.slice(0, 1);
}

export const toListParameter = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? undefined : ids.join(',');
