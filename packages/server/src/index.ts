export { type RunningServer, startServer } from './server.ts';
export { runServerProcess } from './server-process.ts';
export { type Config, readConfig } from './platform/config.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
export { StartupError } from './platform/startup-error.ts';
export { type BaseDevice, registerBaseDevices } from './devices/index.ts';
export type { Services } from './services.ts';
export { getFirmwareKeyDirectory } from './firmware/index.ts';
