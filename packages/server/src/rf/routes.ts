import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { rfReads } from './reads.ts';
import { cancelRun, startRun } from './runs.ts';
import { saveRfSettings } from './settings.ts';

type RfRoutes = HandlersOf<keyof typeof rfReads | 'rfRunCancel' | 'rfRunStart' | 'rfSettingsSave'>;

export const rfRoutes = (services: Services): RfRoutes => ({
  ...serveReads(services, rfReads),
  rfRunCancel: ({ params }, context) => cancelRun(context, params.runId),
  rfRunStart: (_input, context) => startRun(context),
  rfSettingsSave: ({ body }, context) => saveRfSettings(context, body),
});
