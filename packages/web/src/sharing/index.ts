export { AskForTime } from './AskForTime.tsx';
export { ReceivedNotices } from './LazyNotices.tsx';
