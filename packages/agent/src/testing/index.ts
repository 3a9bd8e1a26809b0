export { FakeCloud, type Heard } from './fake-cloud.ts';
export { pass } from './pass.ts';
