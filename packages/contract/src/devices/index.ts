export * from './schema.ts';
export * from './states.ts';
export * from './models.ts';
export { baseDevice, deviceEndpoints } from './endpoints.ts';
