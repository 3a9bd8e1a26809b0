export type * from './tables.ts';
export { findUpgradeDownload } from './upgrade-download.ts';
export { firmwareRoutes } from './routes.ts';
export { getFirmwareKeyDirectory, loadFirmwareKeys } from './trusted-keys.ts';
