import { clientsMessage, upMessages } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { DeviceClock } from './device-clock.ts';
import { parseMessage } from './parse-message.ts';
import { StatIntake } from './stat-intake.ts';
import type { AffectedResources, DeviceStore, FigureReport } from './store.ts';

interface Connection {
  readonly deviceId: string;
  readonly session: string | undefined;
}

type ParsedReport =
  | Pick<Extract<FigureReport, { kind: 'stat' }>, 'kind' | 'message'>
  | Pick<Extract<FigureReport, { kind: 'clients' }>, 'kind' | 'message'>;

/**
 * Stores stat and client messages with their history, after adding the project and the sample time on the
 * server's clock.
 */
export class ReportIntake {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #stats: StatIntake;
  readonly #births = new WeakMap<Connection, { readonly projectId: number; readonly clock: DeviceClock }>();

  constructor(store: DeviceStore, clock: Clock, notify: (affected: readonly AffectedResources[]) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#stats = new StatIntake(store, clock, notify);
  }

  /**
   * Stores the clock of a device at its birth: it showed `ts` (ms) when the server clock showed `now` (ms).
   */
  recordBirth(connection: Connection, projectId: number, ts: number, now: number): void {
    this.#births.set(connection, { projectId, clock: new DeviceClock(ts, now) });
  }

  /**
   * Stores a report; resolves after the commit with the affected resources. Ignores reports before the birth
   * and of earlier sessions.
   */
  async receive(
    connection: Connection,
    channel: 'stat' | 'clients',
    payload: unknown,
    raw: Uint8Array | undefined,
  ): Promise<readonly AffectedResources[]> {
    const { deviceId } = connection;
    if (channel === 'stat') {
      const message = parseMessage(upMessages.stat, payload);
      const report = this.#reportOf(connection, { kind: 'stat', message }, raw);
      if (report) await this.#stats.add(report, { deviceId, message, sampledAt: report.sampledAt });
      return [];
    }
    const message = parseMessage(clientsMessage, payload);
    const report = this.#reportOf(connection, { kind: 'clients', message }, raw);
    if (!report) return [];
    const present = [...message.join, ...message.upd];
    const { full, leave: left } = message;
    return this.#store.saveClients({
      deviceId,
      session: message.session,
      full,
      present,
      left,
      receivedAt: report.receivedAt,
      report: present.length > 0 ? report : undefined,
    });
  }

  /** Logs all received reports and tries once to write the current figures. */
  flush(): Promise<void> {
    return this.#stats.flush();
  }

  /** Logs and writes reports at once from now on, because the server is shutting down. */
  stopBatching(): void {
    this.#stats.stopBatching();
  }

  #reportOf(
    connection: Connection,
    parsed: ParsedReport,
    raw: Uint8Array | undefined,
  ): FigureReport | undefined {
    const birth = this.#births.get(connection);
    if (!birth || parsed.message.session !== connection.session) return undefined;
    const receivedAt = this.#clock.now();
    const { clock, projectId } = birth;
    const sampledAt = clock.sampledAt(parsed.message, receivedAt);
    const payload = raw ?? new TextEncoder().encode(JSON.stringify(parsed.message));
    return { deviceId: connection.deviceId, projectId, ...parsed, sampledAt, receivedAt, payload };
  }
}
