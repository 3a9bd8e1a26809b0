export { MemoryDeviceStore } from '../memory-store.ts';
export type { KeptClient } from '../memory-clients.ts';
export type { Figures, KeptAlarm } from '../memory-records.ts';
export { deviceStoreSuite } from './store-suite.ts';
export type { NewWork, StoreWorld } from './store-world.ts';
