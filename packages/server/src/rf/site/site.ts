import { CHANNEL_WIDTHS, type ChannelWidth, findChannelBlock } from '@northlight/contract';
import type { Band, RadioStat, ScannedNetwork } from '@northlight/contract/device-protocol';
import { createSpectrum, type Site, type SiteRadio, type Spectrum } from '@northlight/rf/plan';
import type { SiteDevice } from './site-devices.ts';

/** Load of a radio that does not measure its airtime, per client. */
const LOAD_PER_CLIENT = 0.01;

/** A radio that is on, with the device and the report that it comes from. */
export interface ReportedRadio {
  readonly device: SiteDevice;
  readonly band: Band;
  readonly stat: RadioStat & { readonly channel: number };
  /** True if clients can join it. */
  readonly isBroadcasting: boolean;
}

export interface ReportedSite {
  /** Radios that are on, in the order of `site.radios`. */
  readonly reported: readonly ReportedRadio[];
  readonly site: Site;
}

/** Builds the site of the radios that are on now. No radio may change its channel in it. */
export function buildSite(devices: readonly SiteDevice[]): ReportedSite {
  const reported = devices.flatMap((device) => (device.isOnline ? listReportedRadios(device) : []));
  return {
    reported,
    site: {
      radios: reported.map(createSiteRadio),
      networks: devices.flatMap(({ id, networks }) =>
        networks.flatMap((network) => {
          const spectrum = findSpectrum(network.band, network.channel, network.widthMhz);
          return spectrum
            ? [
                {
                  deviceId: id,
                  bssid: network.bssid.toLowerCase(),
                  levelDbm: network.signalDbm,
                  spectrum,
                  at: network.at,
                  ...(network.loadPercent !== undefined && { load: network.loadPercent / 100 }),
                },
              ]
            : [];
        }),
      ),
      channels: devices.flatMap(({ channels, id }) =>
        channels.flatMap(({ at, band, busyPercent, channel }) => {
          const spectrum = findSpectrum(band, channel);
          return spectrum && busyPercent !== undefined
            ? [{ deviceId: id, spectrum, busy: busyPercent / 100, at }]
            : [];
        }),
      ),
    },
  };
}

const listReportedRadios = (device: SiteDevice): ReportedRadio[] =>
  device.radios.flatMap(({ channel, ...stat }) => {
    const band = device.caps.radios.find(({ id }) => id === stat.id)?.band;
    return band && stat.up && channel !== undefined && findSpectrum(band, channel, stat.widthMhz)
      ? [{ device, band, stat: { ...stat, channel }, isBroadcasting: device.isBroadcasting }]
      : [];
  });

const DEFAULT_POWER_DBM = 20;

function createSiteRadio({ band, device, stat }: ReportedRadio): SiteRadio {
  const { channel, clients = 0, powerDbm = DEFAULT_POWER_DBM, rxPercent, txPercent, widthMhz } = stat;
  const measured =
    rxPercent === undefined && txPercent === undefined ? undefined : (rxPercent ?? 0) + (txPercent ?? 0);
  return {
    id: `${device.id}/${stat.id}`,
    deviceId: device.id,
    bssids: (stat.bssids ?? []).map((bssid) => bssid.toLowerCase()),
    spectrum: findSpectrum(band, channel, widthMhz) ?? createSpectrum('5G', channel),
    powerDbm,
    choices: [],
    load: Math.min(1, measured === undefined ? clients * LOAD_PER_CLIENT : measured / 100),
    clients,
    isPinned: true,
  };
}

/**
 * Returns the spectrum of a reported channel; undefined outside 2.4 and 5 GHz. A width that does not exist on the channel
 * counts as the largest one below that does.
 */
export function findSpectrum(
  band: Band | ScannedNetwork['band'],
  channel: number,
  widthMhz: number = 20,
): Spectrum | undefined {
  if (band === '2.4G') return channel <= 14 ? findLowSpectrum(channel, widthMhz) : undefined;
  if (band === '6G' || channel < 32) return undefined;
  for (const width of CHANNEL_WIDTHS.toReversed()) {
    const parts: readonly number[] | undefined =
      width <= widthMhz ? findChannelBlock(channel, width satisfies ChannelWidth) : undefined;
    if (parts) return createSpectrum('5G', channel, parts);
  }
  return createSpectrum('5G', channel);
}

/** On 2.4 GHz, the second half of 40 MHz is assumed above a low channel and below a high one. */
const findLowSpectrum = (channel: number, widthMhz: number): Spectrum =>
  createSpectrum('2.4G', channel, widthMhz < 40 ? [channel] : [channel, channel + (channel <= 7 ? 4 : -4)]);
