import type { ClientsMessage, StatMessage } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { DeviceClock } from './device-clock.ts';
import type { CleanMessage } from './clean-message.ts';
import { StatIntake } from './stat-intake.ts';
import type { AffectedResources, DeviceStore, FigureReport } from './store.ts';

interface Connection {
  readonly deviceId: string;
  readonly session: string | undefined;
}

type ParsedReport =
  | { readonly kind: 'stat'; readonly clean: CleanMessage<StatMessage> }
  | { readonly kind: 'clients'; readonly clean: CleanMessage<ClientsMessage> };

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

  /** Stores a report about the device; resolves after the commit. Ignores reports before the birth and of earlier sessions. */
  async receiveStat(
    connection: Connection,
    clean: CleanMessage<StatMessage>,
    raw: Uint8Array | undefined,
  ): Promise<void> {
    const report = this.#reportOf(connection, { kind: 'stat', clean }, raw);
    if (!report) return;
    const { deviceId, sampledAt } = report;
    const clockDifferenceMs = this.#births.get(connection)?.clock.differenceMs;
    await this.#stats.add(report, { deviceId, message: clean.message, sampledAt, clockDifferenceMs });
  }

  /**
   * Stores a report about clients; resolves after the commit with the affected resources. Ignores reports before the birth
   * and of earlier sessions.
   */
  async receiveClients(
    connection: Connection,
    clean: CleanMessage<ClientsMessage>,
    raw: Uint8Array | undefined,
  ): Promise<readonly AffectedResources[]> {
    const report = this.#reportOf(connection, { kind: 'clients', clean }, raw);
    if (!report) return [];
    const { full, join, leave: left, session, upd } = clean.message;
    const present = [...join, ...upd];
    return this.#store.saveClients({
      deviceId: connection.deviceId,
      session,
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
    { clean, kind }: ParsedReport,
    raw: Uint8Array | undefined,
  ): FigureReport | undefined {
    const birth = this.#births.get(connection);
    const { changes, message, payload: cleaned } = clean;
    if (!birth || message.session !== connection.session) return undefined;
    const receivedAt = this.#clock.now();
    const { clock, projectId } = birth;
    const sampledAt = clock.sampledAt(message, receivedAt);
    const isAsReceived = raw !== undefined && changes.size === 0;
    const payload = isAsReceived ? raw : new TextEncoder().encode(JSON.stringify(cleaned));
    return {
      deviceId: connection.deviceId,
      projectId,
      kind,
      message,
      sampledAt,
      receivedAt,
      payload,
    } as FigureReport;
  }
}
