import { KeyedWindow, MINUTE_MS } from '@northlight/runtime';
import type { DeviceView, Outcome } from './records.ts';

/** Counts per device how often a connection with the same credential replaces another one. */
export class TakeoverCounter {
  readonly #recent = new KeyedWindow({ windowMs: MINUTE_MS, limit: 3 });

  /** Records a takeover at `now` (ms); returns true for the third within 1 min and resets the count. */
  record(deviceId: string, now: number): boolean {
    if (!this.#recent.record(deviceId, now)) return false;
    this.#recent.reset(deviceId);
    return true;
  }
}

/** Raises the alarm about a shared credential. */
export const handleTakeovers = ({ device }: DeviceView): Outcome => ({
  alarms: [
    {
      kind: 'identity-takeover',
      change: 'raise',
      severity: 'critical',
      event: `${device.name}: several devices connect with its credential.`,
    },
  ],
  live: ['alarms'],
  groupAlarms: true,
});
