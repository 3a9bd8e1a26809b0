import type { Capabilities } from '@northlight/contract/device-protocol';

type Feature = Capabilities['features'][number];

const PARTS = [
  { feature: 'spanning-tree', title: 'Spanning tree' },
  { feature: 'mirror', title: 'Port mirroring' },
  { feature: 'lag', title: 'Link aggregation' },
  { feature: 'management-ip', title: 'Management IP' },
] as const;

/** Returns the sections of the tab *Settings* that the model supports. */
export const listSettingsParts = (features: readonly Feature[]): (typeof PARTS)[number][] =>
  PARTS.filter(({ feature }) => features.includes(feature));
