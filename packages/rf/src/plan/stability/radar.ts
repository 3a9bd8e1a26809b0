import type { SiteChoice, SiteRadio } from '../site/site.ts';
import { createSpectrum, type Spectrum } from '../spectrum.ts';

/** Radar that a radio found. */
export interface RadarEvent {
  readonly radioId: string;
  /** Channels of 20 MHz on which it was found; all of the radio's channel if the device does not report them. */
  readonly channels: readonly number[];
  /** Time at which it was found (ms). */
  readonly at: number;
}

/** Time in which no radio of a device may use a channel after radar was found on it (ETSI EN 301 893, 47 CFR 15.407). */
export const RADAR_BAN_MS = 30 * 60_000;
const RADAR_MEMORY_MS = 30 * 24 * 3_600_000;

/**
 * Applies the radar that was found to the radios of a site: a radio may not choose a channel of which a part is banned, it must leave its
 * present one if that is banned, and each of its choices counts the events of the last 30 days. Events count for all radios
 * of the device.
 */
export function applyRadar<Radio extends SiteRadio>(
  radios: readonly Radio[],
  events: readonly RadarEvent[],
  now: number,
): Radio[] {
  const devices = new Map(radios.map(({ deviceId, id }) => [id, deviceId] as const));
  const byDevice = Map.groupBy(events, ({ radioId }) => devices.get(radioId));
  return radios.map((radio) => {
    const found = byDevice.get(radio.deviceId);
    if (!found) return radio;
    const isBanned = (spectrum: Spectrum): boolean => findBanEnd(found, spectrum, now) !== undefined;
    const choices = radio.choices
      .filter((choice) => !isBanned(choice))
      .map((choice): SiteChoice => ({ ...choice, radarEvents: countEvents(found, choice, now) }));
    return { ...radio, choices, ...(isBanned(radio.spectrum) && { mustLeave: true as const }) };
  });
}

/**
 * Returns the time at which the last ban of a part of a channel ends (ms); undefined if none is banned now. To be asked again
 * when a plan is sent, because radar may have been found since it was computed.
 *
 * @param events radar that the radios of the device found
 */
export function findBanEnd(
  events: readonly Pick<RadarEvent, 'at' | 'channels'>[],
  spectrum: Spectrum,
  now: number,
): number | undefined {
  const ends = events
    .filter((event) => isOn(event, spectrum))
    .map(({ at }) => at + RADAR_BAN_MS)
    .filter((end) => end > now);
  return ends.length === 0 ? undefined : Math.max(...ends);
}

const countEvents = (events: readonly RadarEvent[], spectrum: Spectrum, now: number): number =>
  events.filter((event) => now - event.at < RADAR_MEMORY_MS && isOn(event, spectrum)).length;

const isOn = ({ channels }: Pick<RadarEvent, 'channels'>, { highMhz, lowMhz }: Spectrum): boolean =>
  channels.some((channel) => {
    const part = createSpectrum('5G', channel);
    return part.lowMhz < highMhz && part.highMhz > lowMhz;
  });
