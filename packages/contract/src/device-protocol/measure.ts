import { z } from 'zod';

/** Smaller figures are 0: no device measures them, and columns of 4 bytes cannot store the smallest numbers of JSON. */
const TINY = 1e-9;

/** Returns a measured figure, with 0 for tiny ones. */
export const dropTiny = (value: number): number => (Math.abs(value) < TINY ? 0 : value);

/** Returns the schema of a measured figure between two bounds. */
export const measure = (min: number, max: number) => z.number().min(min).max(max).overwrite(dropTiny);
