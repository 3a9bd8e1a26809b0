export * from './schema.ts';
export { templateEndpoints } from './endpoints.ts';
