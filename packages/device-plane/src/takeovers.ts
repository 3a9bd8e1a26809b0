import type { DeviceView, Outcome } from './records.ts';

const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 3;

/** Counts how often a connection under an identity was taken over by another: two devices with one credential. */
export class Takeovers {
  readonly #recent = new Map<string, readonly number[]>();

  /** True when that was one too many within a minute; counting begins anew then. */
  noted(deviceId: string, now: number): boolean {
    const earlier = this.#recent.get(deviceId) ?? [];
    const recent = [...earlier.filter((time) => time > now - WINDOW_MS), now];
    if (recent.length < MOST_IN_WINDOW) this.#recent.set(deviceId, recent);
    else this.#recent.delete(deviceId);
    return recent.length >= MOST_IN_WINDOW;
  }
}

export const onTakeovers = ({ device }: DeviceView): Outcome => ({
  alarms: [
    {
      kind: 'identity-takeover',
      change: 'raise',
      severity: 'critical',
      event: `${device.name}: several devices connect with its credential.`,
    },
  ],
  live: ['alarms'],
});
