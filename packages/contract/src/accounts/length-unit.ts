import { z } from 'zod';

/** Units in which an account enters and reads lengths of floor plans: metres, or feet and inches. */
export const LENGTH_UNITS = ['m', 'ft'] as const;
export const lengthUnit = z.enum(LENGTH_UNITS);
export type LengthUnit = z.infer<typeof lengthUnit>;
