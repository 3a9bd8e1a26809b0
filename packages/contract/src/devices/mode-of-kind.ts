import type { Capabilities } from '../device-protocol/capabilities.ts';
import { NET_MODES } from '../projects/schema.ts';

const BOTH = [NET_MODES.wlan, NET_MODES.mesh] as const;

/** Network modes of projects to which devices of a kind can be added (decisions.md, Additions, code 166). */
const MODES_OF_KIND: Readonly<Record<Capabilities['kind'], readonly number[]>> = {
  gateway: [NET_MODES.wlan],
  ac: [NET_MODES.wlan],
  switch: BOTH,
  ap: BOTH,
  mesh: [NET_MODES.mesh],
  wrouter: BOTH,
  cpe: BOTH,
  nvr: BOTH,
  ipc: BOTH,
};

/** Returns whether a device of this kind can be added to a project in this network mode. */
export const fitsNetMode = (kind: Capabilities['kind'], netMode: number): boolean =>
  MODES_OF_KIND[kind].includes(netMode);
