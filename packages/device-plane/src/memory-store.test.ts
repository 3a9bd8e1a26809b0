import { deviceStoreSuite, MemoryDeviceStore } from './testing/index.ts';

deviceStoreSuite('in memory', async () => new MemoryDeviceStore());
