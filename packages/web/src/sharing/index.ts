export { ReceivedNotices } from './ReceivedNotices.tsx';
