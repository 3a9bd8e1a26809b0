import type { StatMessage } from '@northlight/contract/device-protocol';
import type { FigureReport } from '@northlight/device-plane';
import type { Telemetry } from '../telemetry.ts';

export interface Reporter {
  readonly deviceId: string;
  readonly projectId: number;
}

const AT_ONCE = 2000;

/** A report as the device plane hands it on: taken and come at this time (ms). */
export function statReport(
  { deviceId, projectId }: Reporter,
  at: number,
  figures: Partial<StatMessage>,
  receivedAt = at,
): FigureReport {
  const message: StatMessage = { session: 'history', seq: Math.round(at / 1000), ts: at, ...figures };
  const payload = new TextEncoder().encode(JSON.stringify(message));
  return { deviceId, projectId, kind: 'stat', message, sampledAt: at, receivedAt, payload };
}

/** Reports every so often from one time to another (ms), as if they had been taken in then. */
export async function writeHistory(
  telemetry: Telemetry,
  reporter: Reporter,
  { everyMs = 60_000, from, to }: { from: number; to: number; everyMs?: number },
  figures: (at: number) => Partial<StatMessage> | undefined,
): Promise<void> {
  let batch: FigureReport[] = [];
  for (let at = from; at < to; at += everyMs) {
    const told = figures(at);
    if (told) batch.push(statReport(reporter, at, told));
    if (batch.length < AT_ONCE) continue;
    await telemetry.append(batch);
    batch = [];
  }
  if (batch.length > 0) await telemetry.append(batch);
}
