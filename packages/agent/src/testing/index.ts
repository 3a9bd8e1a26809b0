export { FakeCloud, type Heard } from './fake-cloud.ts';
