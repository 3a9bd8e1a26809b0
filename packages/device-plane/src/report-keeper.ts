import { DeviceClock } from './device-clock.ts';
import type { FigureReport } from './store.ts';

interface Connection {
  readonly deviceId: string;
  readonly session: string | undefined;
}

type Said =
  | Pick<Extract<FigureReport, { kind: 'stat' }>, 'kind' | 'message'>
  | Pick<Extract<FigureReport, { kind: 'clients' }>, 'kind' | 'message'>;

/** Makes of what connections say what history keeps: whose it is, and when it was so by our clock. */
export class ReportKeeper {
  readonly #born = new WeakMap<Connection, { readonly projectId: number; readonly clock: DeviceClock }>();

  /** A connection has introduced its device, with its clock at `ts` when ours said `now`. */
  born(connection: Connection, projectId: number, ts: number, now: number): void {
    this.#born.set(connection, { projectId, clock: new DeviceClock(ts, now) });
  }

  /**
   * A message as history keeps it, as it came (`raw`) or as it was understood; undefined for late words of an earlier
   * session.
   */
  reportOf(
    connection: Connection,
    said: Said,
    raw: Uint8Array | undefined,
    receivedAt: number,
  ): FigureReport | undefined {
    const born = this.#born.get(connection);
    if (!born || said.message.session !== connection.session) return undefined;
    const { clock, projectId } = born;
    const sampledAt = clock.sampledAt(said.message, receivedAt);
    const payload = raw ?? new TextEncoder().encode(JSON.stringify(said.message));
    return { deviceId: connection.deviceId, projectId, ...said, sampledAt, receivedAt, payload };
  }
}
