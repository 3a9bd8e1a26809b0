import type { TargetShare } from '@northlight/rf';
import { formatDbm } from '../../kit/format/index.ts';
import { formatSquareMetres } from '../plan/item-texts.ts';

/** Describes the share of a floor that meets the target, such as `90% of 1,000 m² reach −67 dBm`. */
export const describeShare = ({ metM2, metShare, missedM2 }: TargetShare, levelDbm: number): string =>
  `${Math.round(metShare * 100)}% of ${formatSquareMetres(metM2 + missedM2)} reach ${formatDbm(levelDbm)}`;
