import { z } from 'zod';

/** A mesh node or bridge: a device of the project, or the MAC address of any other device. */
export const meshNode = z.union([
  z.object({ id: z.string(), name: z.string() }),
  z.object({ mac: z.string() }),
]);
export type MeshNode = z.infer<typeof meshNode>;

/** A connected peer of a bridge as last reported by the bridge. */
export const deviceBridgePeer = z.object({
  peer: meshNode,
  signalDbm: z.number(),
  /** Signal at each antenna chain. */
  chainsDbm: z.array(z.number()),
  rxRateMbps: z.number(),
  txRateMbps: z.number(),
  retryPercent: z.number().optional(),
});
export type DeviceBridgePeer = z.infer<typeof deviceBridgePeer>;

/** A bridge's end of its link as last reported. */
export const deviceBridge = z.object({
  mode: z.enum(['base', 'client']),
  channel: z.number().int().optional(),
  widthMhz: z.number().int().optional(),
  powerDbm: z.number().optional(),
  noiseDbm: z.number().optional(),
  peers: z.array(deviceBridgePeer),
});
export type DeviceBridge = z.infer<typeof deviceBridge>;
