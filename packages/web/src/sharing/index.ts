export { RequestExtension } from './RequestExtension.tsx';
export { ReceivedNotices } from './LazyNotices.tsx';
