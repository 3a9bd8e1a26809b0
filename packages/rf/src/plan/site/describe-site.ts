import { computeContention } from '../contention.ts';
import { computeSpectralOverlap } from '../spectrum.ts';
import { estimatePathLosses, getPower } from './path-losses.ts';
import type { Site } from './site.ts';

/** Two radios of a site that disturb each other on their present channels. */
export interface Disturbance {
  /** Indices of the radios. */
  readonly a: number;
  readonly b: number;
  /** Stronger level of both directions (dBm). */
  readonly levelDbm: number;
  /** Airtime that both together lose if they send as much as they do now, as a share. */
  readonly lost: number;
}

/** Lists the pairs of radios that disturb each other now, the worst one first. */
export function listDisturbances(site: Site, now: number): Disturbance[] {
  const { radios } = site;
  return estimatePathLosses(site, now)
    .flatMap(({ a, b, lossDb }): Disturbance[] => {
      const [one, other] = [radios[a], radios[b]];
      if (!one || !other) return [];
      const [levelAtA, levelAtB] = [getPower(other) - lossDb, getPower(one) - lossDb];
      const share = computeContention(levelAtA) * other.load + computeContention(levelAtB) * one.load;
      const lost = share * computeSpectralOverlap(one.spectrum, other.spectrum);
      return lost > 0 ? [{ a, b, levelDbm: Math.max(levelAtA, levelAtB), lost }] : [];
    })
    .sort((one, other) => other.lost - one.lost || one.a - other.a || one.b - other.b);
}
