export * from './schema.ts';
export * from './states.ts';
export * from './models.ts';
export * from './waiting.ts';
export { waitingEndpoints } from './waiting-endpoints.ts';
export { baseDevice, deviceEndpoints } from './endpoints.ts';
