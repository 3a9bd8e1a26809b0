import { deviceStoreSuite, MemoryDeviceStore } from './index.ts';

deviceStoreSuite('in memory', async () => new MemoryDeviceStore());
