import { findChannelBlock, RF_PAIRS_MAX, type RfInterference, type RfRadio } from '@northlight/contract';
import { computeSpectralOverlap, listDisturbances, type Site } from '@northlight/rf/plan';
import { DAY_MS } from '@northlight/runtime';
import { buildSite, type ReportedRadio, type ReportedSite } from './site/site.ts';
import type { SiteDevice } from './site/site-devices.ts';

const BAND_5_START_MHZ = 5000;

/** Describes the interference between the radios that are on, and from foreign networks. */
export function describeInterference(devices: readonly SiteDevice[], now: number): RfInterference {
  const recent = devices.map((device) => ({
    ...device,
    networks: device.networks.filter(({ at }) => now - at <= DAY_MS),
    scannedAt: now - device.scannedAt <= DAY_MS ? device.scannedAt : 0,
  }));
  const reportedSite = buildSite(recent);
  const { reported, site } = reportedSite;
  return {
    online: recent.filter(
      ({ isBroadcasting, isOnline, radios }) => isBroadcasting && isOnline && radios.length > 0,
    ).length,
    bands: [
      { band: '2.4G', channels: listChannels(reportedSite, (lowMhz) => lowMhz < BAND_5_START_MHZ) },
      { band: '5G', channels: listChannels(reportedSite, (lowMhz) => lowMhz >= BAND_5_START_MHZ) },
    ],
    pairs: listDisturbances(site, now)
      .slice(0, RF_PAIRS_MAX)
      .flatMap(({ a, b, levelDbm, lost }) => {
        const [one, other] = [reported[a], reported[b]];
        return one && other
          ? [
              {
                a: nameRadio(one),
                b: nameRadio(other),
                channel: one.stat.channel,
                signalDbm: Math.round(levelDbm),
                lostPercent: roundPercent(lost * 100),
              },
            ]
          : [];
      }),
    radios: reported.flatMap((radio, index) =>
      radio.isBroadcasting ? [presentRadio(radio, site, index)] : [],
    ),
  };
}

const nameRadio = ({ device, stat }: ReportedRadio) => ({
  deviceId: device.id,
  deviceName: device.name,
  radioId: stat.id,
});

const roundPercent = (percent: number): number => Math.round(percent * 10) / 10;

function presentRadio(radio: ReportedRadio, site: Site, index: number): RfRadio {
  const { band, device, stat } = radio;
  const own = new Map(
    site.radios.flatMap(({ bssids }, sender) => bssids.map((bssid) => [bssid, sender] as const)),
  );
  const spectrum = site.radios[index]?.spectrum;
  const onChannel = site.networks.filter(
    (network) =>
      network.deviceId === device.id && spectrum && computeSpectralOverlap(network.spectrum, spectrum) > 0,
  );
  const senders = onChannel.map(({ bssid }) => own.get(bssid));
  return {
    ...nameRadio(radio),
    band,
    channel: stat.channel,
    widthMhz: spectrum?.widthMhz ?? 20,
    powerDbm: stat.powerDbm,
    clients: stat.clients ?? 0,
    busyPercent: stat.busyPercent,
    txPercent: stat.txPercent,
    rxPercent: stat.rxPercent,
    noiseDbm: stat.noiseDbm,
    ownOnChannel: new Set(senders.filter((sender) => sender !== undefined && sender !== index)).size,
    foreignOnChannel: senders.filter((sender) => sender === undefined).length,
    reportedAt: new Date(device.reportedAt).toISOString(),
    ...(device.scannedAt > 0 && { scannedAt: new Date(device.scannedAt).toISOString() }),
  };
}

/** Lists the channels of 20 MHz that radios of the project or foreign networks use. */
function listChannels(
  { reported, site }: ReportedSite,
  isInBand: (lowMhz: number) => boolean,
): RfInterference['bands'][number]['channels'] {
  const own = new Set(site.radios.flatMap(({ bssids }) => bssids));
  const radios = site.radios.flatMap(({ spectrum }, index) =>
    isInBand(spectrum.lowMhz)
      ? listParts(spectrum).map((channel) => ({ channel, busy: reported[index]?.stat.busyPercent }))
      : [],
  );
  const foreign = site.networks.flatMap(({ bssid, spectrum }) =>
    isInBand(spectrum.lowMhz) && !own.has(bssid)
      ? listParts(spectrum).map((channel) => ({ channel, bssid }))
      : [],
  );
  const channels = new Set([...radios, ...foreign].map(({ channel }) => channel));
  return [...channels]
    .sort((one, other) => one - other)
    .map((channel) => {
      const onIt = radios.filter((radio) => radio.channel === channel);
      const busy = onIt.flatMap((radio) => radio.busy ?? []);
      return {
        channel,
        radios: onIt.length,
        foreignNetworks: new Set(
          foreign.filter((network) => network.channel === channel).map(({ bssid }) => bssid),
        ).size,
        ...(busy.length > 0 && {
          busyPercent: roundPercent(busy.reduce((sum, percent) => sum + percent, 0) / busy.length),
        }),
      };
    });
}

/** Lists the channels of 20 MHz that a channel consists of; on 2.4 GHz it is counted as its number. */
const listParts = ({ channel, lowMhz, widthMhz }: Site['radios'][number]['spectrum']): readonly number[] =>
  lowMhz < BAND_5_START_MHZ ? [channel] : (findChannelBlock(channel, widthMhz) ?? [channel]);
