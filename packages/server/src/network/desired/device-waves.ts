import { CANARY_SECONDS, listMembers, type NetworkConfig } from '@northlight/contract';
import { CONFIRM_SECONDS, getConfirmSeconds } from '@northlight/contract/device-protocol';
import type { ProjectDevice } from '../state.ts';
import { chooseCanaries } from './canaries.ts';

/** Order in which devices get a new configuration. */
export interface DeviceWaves {
  /** Wave of each device, from 0 on without gaps; a device without one comes with the last wave. */
  readonly waves: ReadonlyMap<string, number>;
  /** Time in which a wave must be confirmed (s); absent for the usual one. */
  readonly seconds?: number;
}

/** Returns the waves of a usual change: canaries, and the others after them; undefined to push to all devices at once. */
export function chooseCanaryWaves(
  devices: readonly Pick<ProjectDevice, 'caps' | 'id' | 'model' | 'state'>[],
  { bridgeLinks }: Pick<NetworkConfig, 'bridgeLinks'>,
): DeviceWaves | undefined {
  const canaries = chooseCanaries(devices, bridgeLinks?.map(listMembers));
  if (!canaries) return undefined;
  const longer = Math.max(...devices.map(({ caps }) => getConfirmSeconds(caps.kind))) - CONFIRM_SECONDS;
  return {
    waves: new Map(devices.map(({ id }) => [id, canaries.has(id) ? 0 : 1])),
    ...(longer > 0 && { seconds: CANARY_SECONDS + longer }),
  };
}

/** Returns devices with their waves, and the cumulative shares of the waves in per cent. */
export function divideIntoWaves(devices: readonly ProjectDevice[], order: DeviceWaves | undefined) {
  if (!order) return { devices };
  const last = Math.max(0, ...order.waves.values());
  const divided = devices.map((device) => ({ ...device, wave: order.waves.get(device.id) ?? last }));
  const countUntil = (wave: number): number => divided.filter((device) => device.wave <= wave).length;
  return {
    devices: divided,
    waves: Array.from({ length: last + 1 }, (_, wave) =>
      wave === last ? 100 : Math.max(1, Math.floor((countUntil(wave) * 100) / devices.length)),
    ),
    ...(order.seconds !== undefined && { waveSeconds: order.seconds }),
  };
}
