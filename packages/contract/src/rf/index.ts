export * from './schema.ts';
export { rfEndpoints } from './endpoints.ts';
