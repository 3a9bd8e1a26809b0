export * from './geometry.ts';
export * from './materials.ts';
export * from './document.ts';
export * from './plan.ts';
export * from './radio-sources.ts';
export * from './schema.ts';
export { mapEndpoints } from './endpoints.ts';
