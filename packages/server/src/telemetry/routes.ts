import {
  CLIENT_METRICS,
  type ChartRange,
  DomainError,
  MAX_SERIES_ASKED,
  getRequestedWindow,
  computeChartWindow,
} from '@northlight/contract';
import { getProjectAccess } from '../platform/http/request-context.ts';
import { serveReads } from '../platform/http/project-reads.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { loadChartEvents, type ReadVersions } from './charts/chart-events.ts';
import { toAnswer, loadDeviceCharts } from './charts/charts.ts';
import { loadClientCharts } from './charts/client-charts.ts';
import { loadProjectCharts } from './charts/project-charts.ts';
import { telemetryReads } from './reads.ts';
import { METRICS_MEDIA_TYPE, formatProjectMetrics } from './project-metrics.ts';
import { listPortRoles } from './traffic-ports.ts';

interface When {
  readonly range?: ChartRange | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

type TelemetryRoutes = HandlersOf<
  'deviceSeries' | 'projectSeries' | 'clientSeries' | 'chartEvents' | 'projectStatus' | 'projectMetrics'
>;

export function telemetryRoutes(services: Services, readVersions: ReadVersions): TelemetryRoutes {
  const { clock, db, telemetry } = services;
  const windowFor = (when: When) => computeChartWindow(getRequestedWindow(when), clock.now() / 1000);
  return {
    projectMetrics: async (_input, context) => {
      const text = await formatProjectMetrics(db, getProjectAccess(context).projectId, clock.now());
      return { mediaType: METRICS_MEDIA_TYPE, bytes: new TextEncoder().encode(text), fresh: true };
    },
    ...serveReads(services, telemetryReads),
    deviceSeries: async ({ query }, context) => {
      const { projectId } = getProjectAccess(context);
      const { devices, metrics } = query;
      if (devices.length * metrics.length > MAX_SERIES_ASKED)
        throw new DomainError('invalidParameters', {
          fields: { metrics: `Request at most ${MAX_SERIES_ASKED} series at a time.` },
        });
      const found = new Map(
        (await listPortRoles(db, projectId, devices)).map((role) => [role.deviceId, role] as const),
      );
      const roles = devices.map((id) => {
        const role = found.get(id);
        if (!role) throw new DomainError('invalidParameters', { status: 404 });
        return role;
      });
      const window = windowFor(query);
      return toAnswer(window, await loadDeviceCharts(telemetry.reader, roles, metrics, window));
    },
    projectSeries: async ({ query }, context) => {
      const { projectId } = getProjectAccess(context);
      const window = windowFor(query);
      const roles = () => listPortRoles(db, projectId);
      return toAnswer(
        window,
        await loadProjectCharts(telemetry.reader, projectId, query.metrics, window, clock.now(), roles),
      );
    },
    chartEvents: async ({ query }, context) => {
      const { projectId } = getProjectAccess(context);
      const { devices } = query;
      return { items: await loadChartEvents(db, projectId, devices, windowFor(query), readVersions) };
    },
    clientSeries: async ({ params, query }, context) => {
      const { projectId } = getProjectAccess(context);
      const window = windowFor(query);
      const client = { projectId, mac: params.mac.toLowerCase() };
      const metrics = query.metrics ?? CLIENT_METRICS;
      return toAnswer(window, await loadClientCharts(db, telemetry.reader, client, metrics, window));
    },
  };
}
