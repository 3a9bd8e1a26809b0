import { z } from 'zod';
import { projectParams } from '../projects/endpoints.ts';
import { deviceId } from '../device-settings/index.ts';

/** Maximum number of devices in a command. */
export const COMMAND_DEVICES_MAX = 1_000;
export const deviceIds = z.array(deviceId).min(1).max(COMMAND_DEVICES_MAX);
export const deviceParams = projectParams.extend({ deviceId });
export const jobParams = projectParams.extend({ jobId: z.uuid() });
