import {
  type BulkSettings,
  type DeviceSettings,
  listEffectivePorts,
  STP_PRIORITY_DEFAULT,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';

/**
 * Merges a bulk change into a device's settings; keeps fields that the change does not name. No side effects.
 */
export function mergeBulkChange(
  caps: Capabilities,
  settings: DeviceSettings,
  { portIds, ports: fields, spanningTree }: Omit<BulkSettings, 'deviceIds'>,
): DeviceSettings {
  const uplinks = new Set(caps.ports.filter(({ role }) => role === 'uplink').map(({ id }) => id));
  const poePorts = new Set(caps.ports.filter(({ poe }) => poe).map(({ id }) => id));
  const named = (id: string): boolean => (portIds ? portIds.includes(id) : !uplinks.has(id));
  const changes = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined);
  const own = new Set(settings.ports?.map(({ id }) => id));
  const ports = listEffectivePorts(caps, settings).flatMap((port) => {
    // Omits PoE at ports that do not support it.
    const applicable = named(port.id)
      ? changes.filter(([field]) => field !== 'poe' || poePorts.has(port.id))
      : [];
    if (applicable.length === 0) return own.has(port.id) ? [port] : [];
    return [{ ...port, ...Object.fromEntries(applicable) }];
  });
  const tree = { enabled: false, priority: STP_PRIORITY_DEFAULT, ...settings.spanningTree };
  const { enabled = tree.enabled, priority = tree.priority } = spanningTree ?? {};
  return {
    ...settings,
    ...(ports.length > 0 && { ports }),
    ...(spanningTree && { spanningTree: { enabled, priority } }),
  };
}
