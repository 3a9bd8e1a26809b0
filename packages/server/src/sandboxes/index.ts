export type * from './tables.ts';
export { sandboxRoutes } from './routes.ts';
export { insertSandbox } from './insert.ts';
export { renameTexts } from './rename.ts';
export { readSourceDevices } from './source.ts';
export { readOriginals, readSandboxSites, type SandboxSite } from './store.ts';
