import { testDeviceStore, MemoryDeviceStore } from './index.ts';

testDeviceStore('in memory', async () => new MemoryDeviceStore());
