import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { rfReads } from './reads.ts';

export const rfRoutes = (services: Services): HandlersOf<'rfInterferenceGet'> =>
  serveReads(services, rfReads);
