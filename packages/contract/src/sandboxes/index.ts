export * from './schema.ts';
export { sandboxEndpoints } from './endpoints.ts';
