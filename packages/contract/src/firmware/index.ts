export * from './schema.ts';
export { firmwareEndpoints } from './endpoints.ts';
