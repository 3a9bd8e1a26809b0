export { type MemoryBackup, MemoryDeviceStore } from './memory-store.ts';
export { authenticate } from '../mqtt/authenticate.ts';
export { Provisioning } from '../provisioning.ts';
export type { StoredClient } from './memory-clients.ts';
export type { Figures, StoredAlarm } from './memory-records.ts';
export { testDeviceStore } from './store-suite.ts';
export type { NewWork, StoreWorld } from './store-world.ts';
