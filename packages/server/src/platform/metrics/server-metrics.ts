import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '@northlight/contract';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Config, isLoopback } from '../config.ts';

/** What is asked of the parts of the server when it is measured. */
export interface Measured {
  readonly devicesConnected: () => number;
  readonly liveStreams: () => number;
}

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10];

/** Figures of this server process in the form of Prometheus; what costs something begins with the first question. */
export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'status'>;
  readonly #durations: Histogram;
  #whole = false;

  constructor(measured: Measured) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'northlight_http_requests_total',
      help: 'Requests that were answered, by method and class of status.',
      labelNames: ['method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'northlight_http_request_duration_seconds',
      help: 'Time from the arrival of a request to its answer.',
      buckets: SECONDS,
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
    gauge('northlight_live_streams', 'Open pages that are told of changes.', measured.liveStreams);
  }

  answered(method: string, status: number, seconds: number): void {
    this.#requests.inc({ method, status: `${Math.floor(status / 100)}xx` });
    this.#durations.observe(seconds);
  }

  text(): Promise<string> {
    // These watch the event loop and the garbage collection all the time.
    if (!this.#whole) collectDefaultMetrics({ register: this.#registry });
    this.#whole = true;
    return this.#registry.metrics();
  }

  get mediaType(): string {
    return this.#registry.contentType;
  }
}

/** Who may read: who has the token, or, where none is set, whoever is on this machine with a server for it alone. */
function mayRead(
  { host, metricsToken, publicUrl, trustedProxy }: Config,
  authorization: string | undefined,
): boolean {
  if (metricsToken === undefined)
    return isLoopback(host) && publicUrl === undefined && trustedProxy === undefined;
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${metricsToken}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** `/metrics`, and the counting of what is answered. */
export function serveMetrics(app: FastifyInstance, config: Config, measured: Measured): void {
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
