export { describeWithDevice } from './record-text.ts';
