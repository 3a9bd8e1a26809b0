export { FakeCloud, type ReceivedMessage } from './fake-cloud.ts';
export { passTime } from './pass-time.ts';
