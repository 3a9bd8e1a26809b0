export * from './schema.ts';
export * from './rules.ts';
export * from './changes.ts';
export { gatewayEndpoints } from './endpoints.ts';
