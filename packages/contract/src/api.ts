import { MAIN_SLICES, mainApi } from './main-api.ts';
import { mapEndpoints } from './maps/index.ts';

/** The operations by slice, as the public document groups them. */
export const API_SLICES = { ...MAIN_SLICES, maps: mapEndpoints } as const;

/** Every operation of Northlight by name; the server does not compile without a handler for each. */
export const api = { ...mainApi, ...mapEndpoints } as const;

export type Api = typeof api;
export type ApiKey = keyof Api;
