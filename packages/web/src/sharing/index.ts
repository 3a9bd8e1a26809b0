export { AskForTime } from './AskForTime.tsx';
export { ReceivedNotices } from './ReceivedNotices.tsx';
