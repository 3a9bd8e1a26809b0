export { RequestExtension } from './RequestExtension.tsx';
export { LazyReceivedNotices } from './LazyReceivedNotices.tsx';
