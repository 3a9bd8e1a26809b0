import { getProjectAccess, getViewer } from '../../platform/http/request-context.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { findDevice, presentDevice } from '../../devices/index.ts';
import { createMissingDeviceError } from '../../jobs/index.ts';
import { applySettings, reviewSettings } from './service.ts';
import { readDeviceSettings } from './store.ts';

type Keys = 'deviceSettingsGet' | 'deviceSettingsReview' | 'deviceSettingsApply';

export function settingsRoutes(services: Services): HandlersOf<Keys> {
  const { clock, db } = services;
  return {
    deviceSettingsGet: async ({ params }, context) => {
      const row = await findDevice(db, getProjectAccess(context).projectId, params.deviceId);
      if (!row)
        throw await createMissingDeviceError(db, getProjectAccess(context).projectId, [params.deviceId]);
      const { configure } = presentDevice(row, getViewer(context), clock.now()).can;
      return { ...(await readDeviceSettings(db, row.id)), can: { configure } };
    },
    deviceSettingsReview: ({ body }, context) => reviewSettings(context, body),
    deviceSettingsApply: ({ body }, context) => applySettings(context, body),
  };
}
