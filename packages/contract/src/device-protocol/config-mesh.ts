import { z } from 'zod';
import { macAddress } from '../net/index.ts';

/** Weakest signal (dBm) at which a mesh node connects to its preferred parent. */
export const USABLE_BACKHAUL_DBM = -75;

/** Settings of a secondary mesh node; absent for a node that chooses its parent automatically. */
export const configMesh = z.object({
  /** MAC address of the node to connect to while it is reachable with a usable signal. */
  preferredParent: macAddress,
});
