import {
  listCountryChannels,
  formatBand,
  RF_FLAGS,
  rfSettings,
  type RfMode,
  type RfSettings,
  type WirelessDevice,
} from '@northlight/contract';
import { findZodErrors } from '../../kit/form/index.ts';
import { formatRadioName, toRadioId } from '../rf-texts.ts';

/** Settings as the fields of the form have them. */
export interface RfValues extends Record<string, unknown> {
  readonly mode: RfMode;
  readonly weekdays: string[];
  readonly quietHour: string;
  /** Empty while the user has deleted the number. */
  readonly leastImprovementPercent: number | string;
  readonly maxWidthMhz: string;
  readonly usesRadarChannels: boolean;
  readonly excludedChannels: string[];
  /** Radios that keep their channels. */
  readonly radios: string[];
}

export const toRfValues = (settings: RfSettings): RfValues => ({
  mode: settings.mode,
  weekdays: settings.weekdays.map(String),
  quietHour: settings.quietHour,
  leastImprovementPercent: settings.leastImprovementPercent,
  maxWidthMhz: String(settings.maxWidthMhz),
  usesRadarChannels: settings.usesRadarChannels,
  excludedChannels: settings.excludedChannels.map(String),
  radios: settings.radios.filter(({ flag }) => flag === RF_FLAGS.keep).map(toRadioId),
});

/** Returns the settings of the form. Flags that it does not show stay as they are in `before`. */
export function toRfSettings(values: RfValues, before: RfSettings): RfSettings {
  const kept = values.radios.flatMap((id) => {
    const [deviceId, radioId] = id.split(' ');
    return deviceId && radioId ? [{ deviceId, radioId, flag: RF_FLAGS.keep }] : [];
  });
  const others = before.radios.filter(
    (radio) => radio.flag !== RF_FLAGS.keep && !values.radios.includes(toRadioId(radio)),
  );
  return {
    mode: values.mode,
    weekdays: values.weekdays.map(Number).toSorted((one, other) => one - other),
    quietHour: values.quietHour,
    // A deleted number is refused with the message of its field.
    leastImprovementPercent:
      values.leastImprovementPercent === '' ? Number.NaN : Number(values.leastImprovementPercent),
    maxWidthMhz: Number(values.maxWidthMhz) as RfSettings['maxWidthMhz'],
    usesRadarChannels: values.usesRadarChannels,
    excludedChannels: values.excludedChannels.map(Number).toSorted((one, other) => one - other),
    radios: [...others, ...kept],
  };
}

export const findRfErrors = (values: RfValues, before: RfSettings): Record<string, string> =>
  findZodErrors(rfSettings, toRfSettings(values, before));

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Returns the channels that the country allows by band, and channels that are excluded although it forbids them. */
export function listChannelGroups(country: string | undefined, excluded: readonly string[]) {
  const groups = (['2.4G', '5G'] as const).map((band) => ({
    group: formatBand(band),
    items: listCountryChannels(band, country).map(toChoice),
  }));
  const allowed = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)));
  const others = excluded.filter((channel) => !allowed.has(channel)).map(Number);
  return others.length === 0
    ? groups
    : [...groups, { group: 'Not allowed here', items: others.map(toChoice) }];
}

const toChoice = (channel: number): Choice => ({ value: String(channel), label: String(channel) });

/** Returns the radios of the project, and pinned radios of devices that it no longer has. */
export function listRadioChoices(devices: readonly WirelessDevice[], pinned: readonly string[]): Choice[] {
  const known = devices.flatMap(({ id, name, radios }) =>
    radios.map(({ band, id: radioId }) => ({
      value: toRadioId({ deviceId: id, radioId }),
      label: formatRadioName({ deviceName: name, band }),
    })),
  );
  const ids = new Set(known.map(({ value }) => value));
  return [
    ...known,
    ...pinned.filter((id) => !ids.has(id)).map((id) => ({ value: id, label: 'Radio of a removed device' })),
  ];
}
