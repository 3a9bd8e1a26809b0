export type * from './tables.ts';
export { sandboxRoutes } from './routes.ts';
export { readSandboxSites, type SandboxSite } from './store.ts';
