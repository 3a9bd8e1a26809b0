import { findOwnProperty } from '../../kit/find-own-property.ts';
import { RADIO_COUNTRIES } from '../../devices/index.ts';
import { type RuleViolation, createViolation } from '../../kit/violation.ts';
import { type ChannelWidth, listCountryChannels, listWidths } from './channels.ts';
import type { WirelessRuleScope } from './rules-scope.ts';
import type { RadioSetting, WirelessConfig, WirelessDevice } from './schema.ts';

/** Last channel of 2.4 GHz that every country permits. */
const COMMON_CHANNEL_MAX = 11;
export const POWER_MIN_DBM = 8;
export const POWER_MAX_DBM = 29;

/** Returns the regulatory domain of a device. */
export const getCountry = (
  deviceId: string,
  { countries }: Pick<WirelessConfig, 'countries'>,
  { country }: Pick<WirelessRuleScope, 'country'>,
): string | undefined => countries.find((each) => each.deviceId === deviceId)?.country ?? country;

/**
 * Checks the radio settings (code 90). Settings of devices that left the project are ignored; the next edit
 * removes them.
 */
export function checkRadios(config: WirelessConfig, scope: WirelessRuleScope): RuleViolation[] {
  const devices = new Map(scope.devices.map((device) => [device.id, device] as const));
  return config.radios.flatMap((setting, index, all) => {
    const device = devices.get(setting.deviceId);
    if (!device) return [];
    const at = (field: string) => `wireless.radios.${index}.${field}`;
    const twice = all
      .slice(0, index)
      .some(({ deviceId, radioId }) => deviceId === setting.deviceId && radioId === setting.radioId);
    if (twice) return [createViolation(at('radioId'), 'radioSettings', 'The radio is listed twice.')];
    return checkRadio(setting, device, getCountry(device.id, config, scope), at);
  });
}

function checkRadio(
  { channel, powerDbm, radioId, widthMhz }: RadioSetting,
  device: WirelessDevice,
  country: string | undefined,
  at: (field: string) => string,
): RuleViolation[] {
  const radio = device.radios.find(({ id }) => id === radioId);
  if (!radio)
    return [createViolation(at('radioId'), 'radioSettings', `${device.name} has no radio ${radioId}.`)];
  const found: RuleViolation[] = [];
  const refuse = (field: string, message: string, other?: string) =>
    found.push(createViolation(at(field), 'radioSettings', message, other));
  const { band, maxPowerDbm } = radio;
  const isAllowed = channel === 'auto' || listCountryChannels(band, country).includes(channel);
  if (!isAllowed)
    refuse(
      'channel',
      `${band} has no channel ${channel}${country ? ` in ${formatCountryName(country)}` : ''}.`,
    );
  else if (country === undefined && band === '2.4G' && Number(channel) > COMMON_CHANNEL_MAX)
    refuse(
      'channel',
      `Some countries do not permit channel ${channel}. Enter the country of the project first, or choose 1 to ${COMMON_CHANNEL_MAX}.`,
    );
  else if (widthMhz !== 'auto' && !listWidths(band, channel, country).includes(widthMhz))
    refuse('widthMhz', findWidthProblem(widthMhz, channel, band), at('channel'));
  const most = Math.min(POWER_MAX_DBM, maxPowerDbm);
  if (powerDbm !== 'auto' && (powerDbm < POWER_MIN_DBM || powerDbm > most))
    refuse('powerDbm', `The power must be between ${POWER_MIN_DBM} and ${most} dBm.`);
  return found;
}

/** Returns the reason why a width is not possible on a channel; undefined for a possible width. */
export const findWidthProblem = (width: ChannelWidth, channel: number | 'auto', band: string): string =>
  channel === 'auto'
    ? `${band} has no channels of ${width} MHz.`
    : `Channel ${channel} does not allow ${width} MHz.`;

const regionNames = new Intl.DisplayNames(['en-US'], { type: 'region' });
/** Returns the name of a country by its code, such as `Germany`. */
export const formatCountryName = (country: string): string => regionNames.of(country) ?? country;

/** Country names that projects of earlier versions may have stored. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'Czech Republic': 'CZ',
  'Hong Kong S.A.R.': 'HK',
  Turkey: 'TR',
};

let codesByText: ReadonlyMap<string, string> | undefined;

/** Returns the country code for a country's name or code; undefined without known radio rules. */
export function findCountryCode(text: string): string | undefined {
  codesByText ??= new Map(
    RADIO_COUNTRIES.flatMap((code) => [code, formatCountryName(code)].map((known) => [known, code] as const)),
  );
  return codesByText.get(text) ?? findOwnProperty(FORMER_NAMES, text);
}

export const listCountries = (device: Pick<WirelessDevice, 'countries'>): readonly string[] =>
  device.countries ?? RADIO_COUNTRIES;

/** Checks that each device has one country, which it supports (code 90). */
export function checkCountries(
  { countries }: WirelessConfig,
  scope: Pick<WirelessRuleScope, 'devices'>,
): RuleViolation[] {
  const devices = new Map(scope.devices.map((device) => [device.id, device] as const));
  return countries.flatMap(({ country, deviceId }, index) => {
    const device = devices.get(deviceId);
    const path = `wireless.countries.${index}.country`;
    if (!device) return [];
    if (countries.slice(0, index).some((other) => other.deviceId === deviceId))
      return [createViolation(path, 'radioSettings', `${device.name} already has a country.`)];
    return listCountries(device).includes(country)
      ? []
      : [
          createViolation(
            path,
            'radioSettings',
            `${device.name} does not know the rules of ${formatCountryName(country)}.`,
          ),
        ];
  });
}

/** Checks that each client occurs once in the blacklist. */
export function checkBlacklist({ blacklist }: WirelessConfig): RuleViolation[] {
  return blacklist.flatMap(({ mac }, index) => {
    const twin = blacklist.slice(0, index).findIndex((other) => other.mac === mac);
    return twin < 0
      ? []
      : [
          createViolation(
            `wireless.blacklist.${index}.mac`,
            'invalidParameters',
            'The client is already blocked. Remove one of the two entries.',
            `wireless.blacklist.${twin}.mac`,
          ),
        ];
  });
}
