import {
  type ChannelWidth,
  findChannelBlock,
  getCountry,
  getRadarCheckSeconds,
  listCountryChannels,
  RF_FLAGS,
  type RfSettings,
  type WirelessConfig,
} from '@northlight/contract';
import type { Band } from '@northlight/contract/device-protocol';
import { createSpectrum, type SiteChoice } from '@northlight/rf/plan';
import { buildSite, type ReportedRadio } from './site.ts';
import type { SiteDevice } from './site-devices.ts';
import type { StoredRadio, StoredSite } from './stored-site.ts';

/** Channels of 2.4 GHz that do not overlap. */
const SEPARATE_CHANNELS = [1, 6, 11];

interface PlanRules {
  readonly settings: RfSettings;
  readonly wireless: WirelessConfig;
  /** Country of the project. */
  readonly country: string | undefined;
}

/** Returns the site with the channels that its radios may use by the rules. */
export function createPlannableSite(
  devices: readonly SiteDevice[],
  rules: PlanRules,
  now: number,
): StoredSite {
  const { reported, site } = buildSite(devices);
  return {
    ...site,
    at: now,
    radios: site.radios.flatMap((radio, index): StoredRadio[] => {
      const source = reported[index];
      if (!source) return [];
      const kept = findReasonToKeep(source, rules);
      return [
        {
          ...radio,
          deviceName: source.device.name,
          radioId: source.stat.id,
          band: source.band,
          choices: kept || !source.isBroadcasting ? [] : listChoices(source, rules),
          isPinned: kept !== undefined || !source.isBroadcasting,
          ...(kept && { kept }),
          ...(!kept && source.isBroadcasting && findMostPower(source, rules)),
        },
      ];
    }),
  };
}

/** Returns the number of devices that an optimization counts: online, broadcasting, with a radio that it may change. */
export const countOptimizedDevices = (
  devices: readonly SiteDevice[],
  { radios }: Pick<RfSettings, 'radios'>,
): number =>
  devices.filter(
    ({ caps, id, isBroadcasting, isOnline }) =>
      isOnline && isBroadcasting && caps.radios.some((radio) => isOptimized(id, radio.id, radios)),
  ).length;

const isOptimized = (deviceId: string, radioId: string, radios: RfSettings['radios']): boolean =>
  radios.find((radio) => radio.deviceId === deviceId && radio.radioId === radioId)?.flag !== RF_FLAGS.keep;

function findReasonToKeep(
  { device, stat }: ReportedRadio,
  { settings, wireless }: PlanRules,
): StoredRadio['kept'] {
  if (!isOptimized(device.id, stat.id, settings.radios)) return 'by-flag';
  const configured = wireless.radios.find(
    ({ deviceId, radioId }) => deviceId === device.id && radioId === stat.id,
  );
  return configured && configured.channel !== 'auto' && !configured.planned ? 'by-hand' : undefined;
}

/** Returns the power from which a plan may lower that of a radio; nothing if it was set by hand, or is not reported. */
function findMostPower(
  { device, stat }: ReportedRadio,
  { wireless }: PlanRules,
): Pick<StoredRadio, 'mostDbm'> {
  const { loweredFromDbm, powerDbm = 'auto' } =
    wireless.radios.find(({ deviceId, radioId }) => deviceId === device.id && radioId === stat.id) ?? {};
  if (loweredFromDbm !== undefined) return { mostDbm: loweredFromDbm };
  return powerDbm === 'auto' && stat.powerDbm !== undefined ? { mostDbm: Math.round(stat.powerDbm) } : {};
}

function listChoices({ band, device }: ReportedRadio, rules: PlanRules): SiteChoice[] {
  const country = getCountry(device.id, rules.wireless, { country: rules.country });
  const { excludedChannels, maxWidthMhz, usesRadarChannels } = rules.settings;
  const allowed = new Set(
    listCountryChannels(band, country).filter((channel) => !excludedChannels.includes(channel)),
  );
  return listBlocks(band, maxWidthMhz)
    .filter((parts) => parts.every((part) => allowed.has(part)))
    .map((parts) => ({
      ...createSpectrum(band === '2.4G' ? band : '5G', parts[0] ?? 1, parts),
      checkSeconds: band === '2.4G' ? 0 : getRadarCheckSeconds(parts, country),
      radarEvents: 0,
    }))
    .filter(({ checkSeconds }) => usesRadarChannels || checkSeconds === 0);
}

/** Lists the channels of a band as their parts of 20 MHz. Of a wide channel, the first part is the primary one. */
function listBlocks(band: Band, maxWidthMhz: ChannelWidth): (readonly number[])[] {
  if (band === '2.4G') return SEPARATE_CHANNELS.map((channel) => [channel]);
  const channels = listCountryChannels(band, undefined);
  return ([20, 40, 80, 160] as const)
    .filter((width) => width <= maxWidthMhz)
    .flatMap((width) =>
      channels.flatMap((channel) => {
        const block = findChannelBlock(channel, width);
        return block && block[0] === channel ? [block] : [];
      }),
    );
}
