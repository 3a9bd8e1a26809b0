import { DEVICE_STATES, findCapabilities } from '../devices/index.ts';
import { getWallLength, type PlanSegment } from './geometry.ts';
import { getMapBand, type MapBand, type WallMaterial } from './materials.ts';
import type { FloorPlan, MOUNTINGS, PlanWall } from './plan.ts';
import type { MapDevice } from './schema.ts';

/** A part of a wall with one material. */
export interface WallSegment extends PlanSegment {
  /** Loss of a signal that crosses it (dB). */
  readonly lossDb: number;
}

/** A radio on a floor: of a device as it last reported it, or of a planned device. */
export interface RadioSource {
  /** Id of the device or planned device, and of its radio. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly isPlanned: boolean;
  /** Place on the floor (m), and direction (degrees, clockwise from the top). */
  readonly x: number;
  readonly y: number;
  readonly heightM: number;
  readonly azimuth: number;
  readonly mounting: (typeof MOUNTINGS)[number];
  /** Power at the antenna (dBm), and gain of the antenna (dBi). */
  readonly powerDbm: number;
  readonly gainDbi: number;
  /** Channel as reported or planned; undefined if it is chosen automatically and not known. */
  readonly channel: number | undefined;
  readonly widthMhz: number;
  readonly frequencyMhz: number;
  /** False if the device or its radio does not work now. */
  readonly isOnAir: boolean;
}

/** Gain of antennas inside access points (dBi), if the model names none. */
const INNER_GAIN_DBI = 3;
const DEFAULT_RADIO: Readonly<Record<MapBand, { widthMhz: number; frequencyMhz: number }>> = {
  ghz2: { widthMhz: 20, frequencyMhz: 2_437 },
  ghz5: { widthMhz: 80, frequencyMhz: 5_500 },
};

/** Returns the centre frequency (MHz) of a channel of 2.4 or 5 GHz (IEEE 802.11). */
export const getFrequencyMhz = (band: MapBand, channel: number): number => {
  if (band === 'ghz5') return 5_000 + 5 * channel;
  return channel === 14 ? 2_484 : 2_407 + 5 * channel;
};

/** Lists the radios of a band on a floor. Devices that are not in `devices` have none. */
export function listRadioSources(
  { devices: placed, planned }: Pick<FloorPlan, 'devices' | 'planned'>,
  devices: readonly MapDevice[],
  band: MapBand,
): RadioSource[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const real = placed.flatMap(({ deviceId, ...place }): RadioSource[] => {
    const device = byId.get(deviceId);
    if (!device) return [];
    return device.radios
      .filter((radio) => getMapBand(radio.band) === band)
      .map((radio) => ({
        ...place,
        id: `${deviceId} ${radio.id}`,
        ownerId: deviceId,
        name: device.name,
        isPlanned: false,
        powerDbm: radio.powerDbm ?? radio.maxPowerDbm,
        gainDbi: findGain(device.model, radio.id),
        ...describeChannel(band, radio.channel, radio.widthMhz),
        isOnAir: device.state === DEVICE_STATES.online && radio.up !== false,
      }));
  });
  const future = planned.flatMap(({ id, model, name, radios = [], ...place }): RadioSource[] => {
    const capabilities = findCapabilities(model);
    // Clients cannot join the radios of a bridge.
    const own =
      capabilities?.kind === 'cpe'
        ? undefined
        : capabilities?.radios.find((radio) => getMapBand(radio.band) === band);
    if (!own) return [];
    const set = radios.find((radio) => radio.band === band);
    return [
      {
        ...place,
        id: `${id} ${own.id}`,
        ownerId: id,
        name,
        isPlanned: true,
        powerDbm: set?.powerDbm ?? own.maxPowerDbm,
        gainDbi: own.antennaGainDbi ?? INNER_GAIN_DBI,
        ...describeChannel(band, set?.channel, set?.widthMhz),
        isOnAir: true,
      },
    ];
  });
  return [...real, ...future];
}

const findGain = (model: string, radioId: string): number =>
  findCapabilities(model)?.radios.find(({ id }) => id === radioId)?.antennaGainDbi ?? INNER_GAIN_DBI;

const describeChannel = (band: MapBand, channel: number | undefined, widthMhz: number | undefined) => ({
  channel,
  widthMhz: widthMhz ?? DEFAULT_RADIO[band].widthMhz,
  frequencyMhz: channel === undefined ? DEFAULT_RADIO[band].frequencyMhz : getFrequencyMhz(band, channel),
});

/** Lists the walls of a floor as segments of one material, with their losses in a band; doors are segments too. */
export function listWallSegments(
  walls: readonly PlanWall[],
  materials: readonly WallMaterial[],
  band: MapBand,
): WallSegment[] {
  const losses = new Map(materials.map(({ id, lossDb }) => [id, lossDb[band]]));
  return walls.flatMap((wall) => {
    const length = getWallLength(wall);
    const at = (distance: number) => ({
      x: wall.x1 + ((wall.x2 - wall.x1) * distance) / length,
      y: wall.y1 + ((wall.y2 - wall.y1) * distance) / length,
    });
    const create = (from: number, to: number, material: string): WallSegment[] => {
      if (to <= from) return [];
      const [start, end] = [at(from), at(to)];
      return [{ x1: start.x, y1: start.y, x2: end.x, y2: end.y, lossDb: losses.get(material) ?? 0 }];
    };
    let reached = 0;
    const parts: WallSegment[] = [];
    for (const { fromM, material, widthM } of (wall.doors ?? []).toSorted(
      (one, other) => one.fromM - other.fromM,
    )) {
      const from = Math.max(reached, fromM);
      const to = Math.min(length, Math.max(from, fromM + widthM));
      parts.push(...create(reached, from, wall.material), ...create(from, to, material));
      reached = to;
    }
    return [...parts, ...create(reached, length, wall.material)];
  });
}
