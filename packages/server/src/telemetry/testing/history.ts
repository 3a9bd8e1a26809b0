import type { StatMessage } from '@northlight/contract/device-protocol';
import type { FigureReport } from '@northlight/device-plane';
import type { Telemetry } from '../telemetry.ts';

export interface Reporter {
  readonly deviceId: string;
  readonly projectId: number;
}

const AT_ONCE = 2000;

/** Creates a report as the device plane passes it on, sampled and received at this time (ms). */
export function createStatReport(
  { deviceId, projectId }: Reporter,
  at: number,
  figures: Partial<StatMessage>,
  receivedAt = at,
): FigureReport {
  const message: StatMessage = { session: 'history', seq: Math.round(at / 1000), ts: at, ...figures };
  const payload = new TextEncoder().encode(JSON.stringify(message));
  return { deviceId, projectId, kind: 'stat', message, sampledAt: at, receivedAt, payload };
}

/** Stores periodic reports between two times (ms), as if they had been received at their times. */
export async function writeHistory(
  telemetry: Telemetry,
  reporter: Reporter,
  { everyMs = 60_000, from, to }: { from: number; to: number; everyMs?: number },
  figures: (at: number) => Partial<StatMessage> | undefined,
): Promise<void> {
  let batch: FigureReport[] = [];
  for (let at = from; at < to; at += everyMs) {
    const stat = figures(at);
    if (stat) batch.push(createStatReport(reporter, at, stat));
    if (batch.length < AT_ONCE) continue;
    await telemetry.append(batch);
    batch = [];
  }
  if (batch.length > 0) await telemetry.append(batch);
}
