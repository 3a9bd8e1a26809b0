import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '@northlight/contract';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Config, isLoopback } from '../config.ts';

/** Values that gauges read from parts of the server. */
export interface MetricSources {
  readonly devicesConnected: () => number;
  readonly liveStreams: () => number;
  /** Projects whose periodic work failed at the last try, by kind of work. */
  readonly pausedProjects: Readonly<Record<string, () => number>>;
}

/**
 * Gauges of prom-client whose names look like counters. The gauges without `_total` have the same figures by
 * type.
 */
const MISNAMED_GAUGES = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
];
const DURATION_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Prometheus metrics of this server process. Costly collectors start with the first scrape. */
export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'status'>;
  readonly #durations: Histogram;
  #hasDefaultMetrics = false;

  constructor(measured: MetricSources) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'northlight_http_requests_total',
      help: 'Answered requests by method and status class.',
      labelNames: ['method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'northlight_http_request_duration_seconds',
      help: 'Time from the arrival of a request to its answer.',
      buckets: DURATION_BUCKETS,
      registers,
    });
    const gauge = (name: string, help: string, read: () => number): void =>
      this.#registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          collect() {
            this.set(read());
          },
        }),
      );
    gauge(
      'northlight_devices_connected',
      'Devices with a connection to this process.',
      measured.devicesConnected,
    );
    gauge('northlight_live_streams', 'Open pages that receive live changes.', measured.liveStreams);
    this.#registry.registerMetric(
      new Gauge({
        name: 'northlight_paused_projects',
        help: 'Projects whose periodic work failed at the last try and waits, by kind of work.',
        labelNames: ['work'],
        registers: [],
        collect() {
          for (const [work, count] of Object.entries(measured.pausedProjects)) this.set({ work }, count());
        },
      }),
    );
  }

  answered(method: string, status: number, seconds: number): void {
    this.#requests.inc({ method, status: `${Math.floor(status / 100)}xx` });
    this.#durations.observe(seconds);
  }

  text(): Promise<string> {
    // Registers the default metrics on first use, because they observe the event loop and garbage collection
    // permanently.
    if (!this.#hasDefaultMetrics) {
      collectDefaultMetrics({ register: this.#registry });
      for (const name of MISNAMED_GAUGES) this.#registry.removeSingleMetric(name);
    }
    this.#hasDefaultMetrics = true;
    return this.#registry.metrics();
  }

  get mediaType(): string {
    return this.#registry.contentType;
  }
}

/**
 * Returns true for a request with the token. Without a configured token, returns true if only this machine
 * can reach the server.
 */
function mayRead(
  { host, metricsToken, publicUrl, trustedProxy }: Config,
  authorization: string | undefined,
): boolean {
  if (metricsToken === undefined)
    return isLoopback(host) && publicUrl === undefined && trustedProxy === undefined;
  const given = Buffer.from(authorization ?? '');
  const expected = Buffer.from(`Bearer ${metricsToken}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Serves `/metrics` and counts answered requests. */
export function serveMetrics(app: FastifyInstance, config: Config, measured: MetricSources): void {
  const metrics = new ServerMetrics(measured);
  app.addHook('onResponse', async (request, reply) =>
    metrics.answered(request.method, reply.statusCode, reply.elapsedTime / 1000),
  );
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(config, request.headers.authorization))
      throw new DomainError('invalidParameters', { status: 404 });
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.mediaType)
      .send(await metrics.text());
  });
}
