import { z } from 'zod';
import { deviceBridge } from '../../devices/index.ts';

/** A bridge with its end of a link as last reported. */
export const bridgeState = z.object({
  id: z.string(),
  name: z.string(),
  online: z.boolean(),
  /** Absent while the bridge has not reported a link. */
  bridge: deviceBridge.optional(),
  /** Sample time of the report. */
  bridgeAt: z.string().optional(),
});
export type BridgeState = z.infer<typeof bridgeState>;
