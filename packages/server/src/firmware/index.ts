export type * from './tables.ts';
export { firmware001 } from './migrations/001-firmware.ts';
export { softwareFor } from './downloads.ts';
export { firmwareRoutes } from './routes.ts';
export { firmwareKeyDirectory, loadFirmwareKeys } from './trusted-keys.ts';
