export * from './schema.ts';
export { projectEndpoints, projectParams } from './endpoints.ts';
export * from './data-screen.ts';
