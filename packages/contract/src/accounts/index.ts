export * from './schema.ts';
export { accountEndpoints } from './endpoints.ts';
