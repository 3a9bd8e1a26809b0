import { z } from 'zod';
import { projectParams } from '../projects/endpoints.ts';

export const deviceId = z.string().regex(/^[0-9A-Za-z]{22}$/, 'A device id has 22 letters and digits.');
/** Maximum number of devices in a command. */
export const COMMAND_DEVICES_MAX = 1_000;
export const deviceIds = z.array(deviceId).min(1).max(COMMAND_DEVICES_MAX);
export const deviceParams = projectParams.extend({ deviceId });
export const jobParams = projectParams.extend({ jobId: z.uuid() });
