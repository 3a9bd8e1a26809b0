import type { MapBand, WallLosses } from '@northlight/contract';
import type { Quantity, TargetShare } from '@northlight/rf/map';
import { formatDbm, formatMinus } from '../../kit/format/index.ts';
import type { MapScene } from '../../map-canvas/index.ts';
import { formatSquareMetres } from '../plan/item-texts.ts';

/** Error of predicted signals: the root mean square in a measured building (decision 0174). */
const ERROR_SENTENCE = 'Predicted, not measured: typical error 8 dB';

/** Names of the ways in which losses of walls are combined. */
export const WALL_LOSS_NAMES: Readonly<Record<WallLosses, string>> = {
  measured: 'As measured',
  sum: 'Sum of the values',
};

/** Sentence of a legend about the model. The error of summed losses is not known. */
export const describeModel = (losses: WallLosses = 'measured'): string =>
  losses === 'sum'
    ? 'Predicted, not measured. Wall losses: sum of the values'
    : `${ERROR_SENTENCE}. Wall losses: as measured`;

/** Bands of the map, as fields offer them. */
export const BAND_OPTIONS: readonly { readonly value: MapBand; readonly label: string }[] = [
  { value: 'ghz2', label: '2.4 GHz' },
  { value: 'ghz5', label: '5 GHz' },
];

export const formatBand = (band: MapBand): string =>
  BAND_OPTIONS.find(({ value }) => value === band)?.label ?? band;

/** Least signals of a target, as fields offer them. */
export const TARGET_LEVEL_OPTIONS = [-60, -65, -67, -70, -75].map((level) => ({
  value: String(level),
  label: `At least ${formatDbm(level)}`,
}));

/** Quantities of the map, as the page offers them. */
export const QUANTITIES: readonly {
  readonly value: Quantity;
  readonly label: string;
  readonly unit: string;
}[] = [
  { value: 'signal', label: 'Signal', unit: 'dBm' },
  { value: 'sinr', label: 'Signal to interference', unit: 'dB' },
  { value: 'server', label: 'Best access point', unit: '' },
  { value: 'second', label: 'Second best signal', unit: 'dBm' },
  { value: 'throughput', label: 'Expected throughput', unit: 'Mbit/s' },
  { value: 'overlap', label: 'Radios on the same channel', unit: '' },
];

export const parseQuantity = (text: string | undefined): Quantity =>
  QUANTITIES.find(({ value }) => value === text)?.value ?? 'signal';

/** Formats the value of a cell with its unit. */
export function formatValue(
  quantity: Quantity,
  value: number | undefined,
  { radios }: MapScene,
  names?: ReadonlyMap<string, string>,
): string {
  if (value === undefined) return 'No signal';
  switch (quantity) {
    case 'signal':
    case 'second':
      return formatDbm(value);
    case 'sinr':
      return `${formatMinus(Math.round(value))} dB`;
    case 'throughput':
      return `${Math.round(value)} Mbit/s`;
    case 'server': {
      const id = radios[value]?.id ?? '';
      return names?.get(id) ?? `Radio ${value + 1}`;
    }
    case 'overlap':
      return value === 1 ? '1 radio' : `${value} radios`;
  }
}

/** Describes the share of a floor that meets the target, such as `90% of 1,000 m² reach −67 dBm`. */
export const describeShare = ({ metM2, metShare, missedM2 }: TargetShare, levelDbm: number): string =>
  `${Math.round(metShare * 100)}% of ${formatSquareMetres(metM2 + missedM2)} reach ${formatDbm(levelDbm)}`;
