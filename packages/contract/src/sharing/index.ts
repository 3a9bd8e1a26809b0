export * from './schema.ts';
export { sharingEndpoints } from './endpoints.ts';
