import { getChannelFrequencyMhz } from '@northlight/contract';

const NOISE_DBM = -95;
const SENT_SHARE = 0.4;
const PERIOD_SECONDS = 3_600;
/** Part of the busy share by which it rises and falls within the period; below 1, so that the counters never fall. */
const SWING = 0.5;

/** Returns the survey of a radio's channel, whose counters (ms) run since its start: one entry, as clients list for one SSID. */
export function buildSurvey(channel: number, serial: string, uptimeSeconds: number): object[] {
  const seed = Number.parseInt(serial.slice(-4), 16) + channel;
  const share = 0.1 + (seed % 25) / 100;
  const angle = (2 * Math.PI * uptimeSeconds) / PERIOD_SECONDS;
  const swing = (SWING * share * PERIOD_SECONDS * (1 - Math.cos(angle))) / (2 * Math.PI);
  const busyMs = Math.round(1000 * (share * uptimeSeconds + swing));
  return [
    {
      frequency: getChannelFrequencyMhz(channel),
      noise: NOISE_DBM - (seed % 3),
      time: uptimeSeconds * 1000,
      busy: busyMs,
      time_rx: Math.round(busyMs * (1 - SENT_SHARE)),
      time_tx: Math.round(busyMs * SENT_SHARE),
    },
  ];
}
