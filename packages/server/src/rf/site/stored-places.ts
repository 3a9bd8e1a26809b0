import type { PowerPlace } from '@northlight/rf/plan';

/** Places whose coverage a plan keeps, in a form that needs little room. */
export interface StoredPlaces {
  /** Cells of the Wi-Fi map, or clients that were seen. */
  readonly source: 'map' | 'clients';
  /** Of each place the radios that reach it, each as its index in the site and its level (dBm). */
  readonly places: readonly (readonly number[])[];
}

export const readPlaces = ({ places }: StoredPlaces): PowerPlace[] =>
  places.map((values) => ({
    levels: Array.from({ length: Math.floor(values.length / 2) }, (_, index) => ({
      radio: values[2 * index] ?? -1,
      levelDbm: values[2 * index + 1] ?? Number.NaN,
    })),
  }));
