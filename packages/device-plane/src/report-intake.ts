import { clientsMessage, upMessages } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { DeviceClock } from './device-clock.ts';
import { parseMessage } from './parse-message.ts';
import { StatIntake } from './stat-intake.ts';
import type { DeviceStore, FigureReport, AffectedResources } from './store.ts';

interface Connection {
  readonly deviceId: string;
  readonly session: string | undefined;
}

type ParsedReport =
  | Pick<Extract<FigureReport, { kind: 'stat' }>, 'kind' | 'message'>
  | Pick<Extract<FigureReport, { kind: 'clients' }>, 'kind' | 'message'>;

/** What devices say of their figures and clients: kept for history, whose it is and when it was so by our clock. */
export class ReportIntake {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #stats: StatIntake;
  readonly #born = new WeakMap<Connection, { readonly projectId: number; readonly clock: DeviceClock }>();

  constructor(store: DeviceStore, clock: Clock, notify: (touched: readonly AffectedResources[]) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#stats = new StatIntake(store, clock, notify);
  }

  /** A connection has introduced its device, with its clock at `ts` when ours said `now`. */
  recordBirth(connection: Connection, projectId: number, ts: number, now: number): void {
    this.#born.set(connection, { projectId, clock: new DeviceClock(ts, now) });
  }

  /** Resolves after the commit, with what pages are to be told now. Late words of an earlier session are nobody's. */
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

  /** Resolves when everything so far is written. */
  flush(): Promise<void> {
    return this.#stats.flush();
  }

  /** The server is about to end. */
  stopBatching(): void {
    this.#stats.stopBatching();
  }

  #reportOf(
    connection: Connection,
    said: ParsedReport,
    raw: Uint8Array | undefined,
  ): FigureReport | undefined {
    const born = this.#born.get(connection);
    if (!born || said.message.session !== connection.session) return undefined;
    const receivedAt = this.#clock.now();
    const { clock, projectId } = born;
    const sampledAt = clock.sampledAt(said.message, receivedAt);
    const payload = raw ?? new TextEncoder().encode(JSON.stringify(said.message));
    return { deviceId: connection.deviceId, projectId, ...said, sampledAt, receivedAt, payload };
  }
}
