import type { ProjectContent } from '../network/index.ts';

/**
 * Returns the configuration of a project in which another device's MAC address takes the place of `from`: in reserved
 * addresses, and as the preferred parent of mesh nodes.
 */
export function moveAddress({ config, devices }: ProjectContent, from: string, to: string): ProjectContent {
  const move = (mac: string): string => (mac.toLowerCase() === from.toLowerCase() ? to : mac);
  return {
    config: {
      ...config,
      dhcpPools: config.dhcpPools.map(({ reservations, ...pool }) => ({
        ...pool,
        ...(reservations && {
          reservations: reservations.map((each) => ({ ...each, mac: move(each.mac) })),
        }),
      })),
    },
    devices: devices.map(({ deviceId, settings }) => ({
      deviceId,
      settings: settings.mesh
        ? { ...settings, mesh: { preferredParent: move(settings.mesh.preferredParent) } }
        : settings,
    })),
  };
}
