import type { TargetShare } from '@northlight/rf';
import { formatDbm } from '../kit/format/index.ts';
import { formatSquareMetres } from './item-texts.ts';

/** Describes the share of a floor that meets the target, such as `met on 900 m² (90%), missed on 100 m²`. */
export const describeShare = ({ metM2, metShare, missedM2 }: TargetShare, levelDbm: number): string =>
  `Target ${formatDbm(levelDbm)}: met on ${formatSquareMetres(metM2)} (${Math.round(metShare * 100)}%), missed on ${formatSquareMetres(missedM2)}`;
