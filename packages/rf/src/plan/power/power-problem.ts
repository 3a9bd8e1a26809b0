import type { PathLoss } from '../site/site.ts';
import type { Spectrum } from '../spectrum.ts';

/** A radio whose transmit power may be lowered. */
export interface PowerRadio {
  /** Channel, present or planned. */
  readonly spectrum: Spectrum;
  /** Present power. */
  readonly powerDbm: number;
  /** Powers to which the device can be set (dBm), of which those from 8 to 29 dBm are used; none if it keeps its power. */
  readonly steps: readonly number[];
  /** Share of the time in which the radio wants to send, also its weight in the objective. */
  readonly load: number;
  /** Share of the time in which other networks than the radios occupy its channel. */
  readonly foreignBusy: number;
}

/** A cell of a map, or a client without one, with the radios that reach it. */
export interface PowerPlace {
  readonly levels: readonly PlaceLevel[];
}

export interface PlaceLevel {
  /** Index of the radio. */
  readonly radio: number;
  /** Level at the present power of the radio (dBm). */
  readonly levelDbm: number;
}

export interface PowerProblem {
  readonly radios: readonly PowerRadio[];
  /** Losses between radios of one band, each pair at most once. */
  readonly losses: readonly PathLoss[];
  readonly places: readonly PowerPlace[];
}

const POWER_DBM = { least: 8, most: 29 } as const;

/** Lists the powers below the present one that a radio may get, the highest one first. */
export const listLowerSteps = ({ powerDbm, steps }: PowerRadio): number[] =>
  [...new Set(steps)]
    .filter((step) => step >= POWER_DBM.least && step <= POWER_DBM.most && step < powerDbm)
    .sort((one, other) => other - one);
