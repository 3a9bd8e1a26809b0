import type { Device } from '@northlight/contract';
import type { StatMessage } from '@northlight/contract/device-protocol';
import type { DevEnv } from '@northlight/dev-env';
import { writeHistory } from '@northlight/server/testing';
import { HOUR_MS, MINUTE_MS } from '@northlight/runtime';

/** Returns a value of a daily curve between two figures. The noise is the same in every run. */
function computeDaily(at: number, low: number, high: number, seed: number): number {
  const wave = (1 + Math.sin(((at / HOUR_MS - 9) / 24) * 2 * Math.PI)) / 2;
  const unrest = Math.sin(at / (7 * MINUTE_MS) + seed) + Math.sin(at / (1.7 * MINUTE_MS) + seed * 3);
  return low + (high - low) * Math.min(1, Math.max(0, wave * 0.85 + unrest * 0.06));
}

/**
 * Returns the counters by application: seven parts web, two parts calls and one part DNS. Uploads are a
 * quarter of downloads.
 */
const computeApplications = (ms: number): NonNullable<StatMessage['applications']> =>
  (
    [
      ['web', 7],
      ['voice', 2],
      ['dns', 1],
      ['mail', 0],
    ] as const
  ).map(([id, part]) => ({ id, rxBytes: ms * 20 * part, txBytes: ms * 5 * part }));

/** Returns the figures that a device of this kind would have reported at a time; undefined for one missing hour. */
function computeFigures(device: Device, start: number, seed: number) {
  return (at: number): Partial<StatMessage> | undefined => {
    if (at % (24 * HOUR_MS) < HOUR_MS && seed % 3 === 0) return undefined;
    const since = at - start;
    const clients = Math.round(computeDaily(at, 2, 12 + (seed % 7) * 3, seed));
    return {
      cpu: Math.round(computeDaily(at, 4 + seed, 40 + seed * 2, seed)),
      mem: Math.round(computeDaily(at, 35 + seed, 55 + seed, seed + 1)),
      uptimeSeconds: Math.round(since / 1000),
      clients,
      ports: [
        { id: 'wan1', up: true, speedMbps: 1000, rxBytes: since * 40 * (1 + seed), txBytes: since * 9 },
        ...Array.from({ length: device.kind === 'switch' ? 24 : 1 }, (_, index) => ({
          id: device.kind === 'switch' ? `p${index + 1}` : 'eth0',
          up: index % 5 !== 4,
          speedMbps: index % 7 === 0 ? 100 : 1000,
          rxBytes: Math.round(since * (1 + index) + 3e8 * Math.sin(since / (3 * HOUR_MS) + index) + 3e8),
          txBytes: Math.round(since * (2 + (index % 5)) * 3),
          ...(index % 3 === 0 && { poeWatts: Math.round(computeDaily(at, 2, 12, index) * 10) / 10 }),
        })),
      ],
      ...(device.kind === 'gateway' && { applications: computeApplications(since) }),
      radios: ['radio0', 'radio1', 'radio2'].map((id, index) => ({
        id,
        up: true,
        channel: [6, 44, 149][index],
        widthMhz: [20, 80, 80][index],
        powerDbm: [17, 22, 23][index],
        clients: Math.round(clients / (index + 2)),
        ssids: ['Guest'],
      })),
    };
  };
}

/** Stores past figures of devices of a project, as if they had reported them. */
export async function writeDeviceHistory(
  { server }: DevEnv,
  projectId: number,
  devices: readonly Device[],
  hours: number,
): Promise<void> {
  const { clock, telemetry } = server.context.services;
  const to = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
  const from = to - hours * HOUR_MS;
  for (const [index, device] of devices.entries())
    await writeHistory(
      telemetry,
      { deviceId: device.id, projectId },
      { from, to, everyMs: hours > 48 ? 10 * MINUTE_MS : MINUTE_MS },
      computeFigures(device, from, index),
    );
}
