import { estimatePathLosses } from './path-losses.ts';
import type { Site } from './site.ts';

/** A device that another one receives. */
export interface Neighbour {
  readonly deviceId: string;
  /** Strongest level of any pair of their radios (dBm). */
  readonly levelDbm: number;
}

/** Returns the devices that each device of a site receives, the strongest first. */
export function rankNeighbours(site: Site, now: number): Map<string, Neighbour[]> {
  const { radios } = site;
  const levels = new Map<string, Map<string, number>>();
  const add = (deviceId: string, other: string, levelDbm: number): void => {
    const received = levels.get(deviceId) ?? new Map<string, number>();
    received.set(other, Math.max(received.get(other) ?? Number.NEGATIVE_INFINITY, levelDbm));
    levels.set(deviceId, received);
  };
  for (const { a, b, lossDb } of estimatePathLosses(site, now)) {
    const [one, other] = [radios[a], radios[b]];
    if (!one || !other || one.deviceId === other.deviceId) continue;
    add(one.deviceId, other.deviceId, other.powerDbm - lossDb);
    add(other.deviceId, one.deviceId, one.powerDbm - lossDb);
  }
  return new Map(
    [...levels].map(([deviceId, received]) => [
      deviceId,
      [...received]
        .map(([other, levelDbm]) => ({ deviceId: other, levelDbm }))
        .sort((one, other) => other.levelDbm - one.levelDbm || (one.deviceId < other.deviceId ? -1 : 1)),
    ]),
  );
}
