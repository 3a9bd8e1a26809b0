import type { DeviceRole } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';

type Feature = Capabilities['features'][number];

const PARTS = [
  { feature: 'spanning-tree', title: 'Spanning tree' },
  { feature: 'mirror', title: 'Port mirroring' },
  { feature: 'lag', title: 'Link aggregation' },
  { feature: 'management-ip', title: 'Management IP' },
  { feature: 'mesh', title: 'Backhaul' },
] as const;

/** Returns the sections of the tab *Settings* that a device has: only a secondary node has a parent. */
export const listSettingsParts = (features: readonly Feature[], role: DeviceRole): (typeof PARTS)[number][] =>
  PARTS.filter(
    ({ feature }) => features.includes(feature) && (feature !== 'mesh' || role === 'mesh-secondary'),
  );
