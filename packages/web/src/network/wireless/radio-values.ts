import {
  listCountryChannels,
  getCountry,
  type NetworkConfig,
  type NetworkScope,
  POWER_MAX_DBM,
  POWER_MIN_DBM,
  type RadioSetting,
  findWidthProblem,
  listWidths,
  type WirelessDevice,
} from '@northlight/contract';
import { getWireless, replaceWireless } from './staged-wireless.ts';

type Radio = WirelessDevice['radios'][number];
export interface RadioChoice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}
export const AUTO = 'auto';
const WIDTHS = [20, 40, 80, 160] as const;

/** Returns the setting of a radio in the draft; a radio without an entry is automatic. */
export function findRadio(config: NetworkConfig, deviceId: string, radioId: string): RadioSetting {
  const set = getWireless(config).radios.find(
    (radio) => radio.deviceId === deviceId && radio.radioId === radioId,
  );
  return set ?? { deviceId, radioId, channel: AUTO, widthMhz: AUTO, powerDbm: AUTO };
}

/**
 * Sets a radio. The entry is removed if all its values are automatic. Another channel, width or power is set by hand, so that
 * RF optimizations no longer change it.
 */
export function replaceRadio(config: NetworkConfig, setting: RadioSetting): NetworkConfig {
  const { radios } = getWireless(config);
  const before = findRadio(config, setting.deviceId, setting.radioId);
  const keepsChannel = before.channel === setting.channel && before.widthMhz === setting.widthMhz;
  const { fallbacks, loweredFromDbm, planned, ...values } = setting;
  const next: RadioSetting = {
    ...values,
    ...(planned && keepsChannel && { planned }),
    ...(fallbacks && keepsChannel && { fallbacks }),
    ...(loweredFromDbm !== undefined && before.powerDbm === setting.powerDbm && { loweredFromDbm }),
  };
  const others = radios.filter(
    ({ deviceId, radioId }) => deviceId !== next.deviceId || radioId !== next.radioId,
  );
  const isSet = next.off || [next.channel, next.powerDbm, next.widthMhz].some((value) => value !== AUTO);
  return replaceWireless(config, { radios: isSet ? [...others, next] : others });
}

/** Sets the country of a device; `undefined` selects the country of the project. */
export function replaceCountry(
  config: NetworkConfig,
  deviceId: string,
  country: string | undefined,
): NetworkConfig {
  const others = getWireless(config).countries.filter((each) => each.deviceId !== deviceId);
  return replaceWireless(config, {
    countries: country === undefined ? others : [...others, { deviceId, country }],
  });
}

export const getOwnCountry = (config: NetworkConfig, deviceId: string): string | undefined =>
  getWireless(config).countries.find((each) => each.deviceId === deviceId)?.country;

export function listChannelChoices(
  { band }: Radio,
  { channel, deviceId }: RadioSetting,
  config: NetworkConfig,
  scope: NetworkScope,
): RadioChoice[] {
  const country = getCountry(deviceId, getWireless(config), scope.wireless);
  const channels = listCountryChannels(band, country);
  const unavailable = channel !== AUTO && !channels.includes(channel) ? [channel] : [];
  return [
    { value: AUTO, label: 'Auto' },
    ...channels.map((each) => ({ value: String(each), label: String(each) })),
    ...unavailable.map((each) => ({ value: String(each), label: `${each}, not allowed`, disabled: true })),
  ];
}

export function listWidthChoices(
  { band }: Radio,
  { channel, deviceId }: RadioSetting,
  config: NetworkConfig,
  scope: NetworkScope,
): RadioChoice[] {
  const possible = listWidths(band, channel, getCountry(deviceId, getWireless(config), scope.wireless));
  return [
    { value: AUTO, label: 'Auto' },
    ...WIDTHS.map((width) =>
      possible.includes(width)
        ? { value: String(width), label: `${width} MHz` }
        : {
            value: String(width),
            label: `${width} MHz: ${findWidthProblem(width, channel, band)}`,
            disabled: true,
          },
    ),
  ];
}

export function listPowerChoices({ maxPowerDbm }: Radio): RadioChoice[] {
  const most = Math.min(POWER_MAX_DBM, maxPowerDbm);
  return [
    { value: AUTO, label: 'Auto' },
    ...Array.from({ length: most - POWER_MIN_DBM + 1 }, (_each, index) => {
      const power = String(most - index);
      return { value: power, label: `${power} dBm` };
    }),
  ];
}

/** Sets the channel width to automatic if the country or the channel does not allow it. */
export function narrowWidth(
  radio: Radio,
  setting: RadioSetting,
  config: NetworkConfig,
  scope: NetworkScope,
): RadioSetting {
  const country = getCountry(setting.deviceId, getWireless(config), scope.wireless);
  const { channel, widthMhz } = setting;
  const keeps = widthMhz === AUTO || listWidths(radio.band, channel, country).includes(widthMhz);
  return keeps ? setting : { ...setting, widthMhz: AUTO };
}
