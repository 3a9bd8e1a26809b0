export { type LiveState, useLiveState } from './live-store.ts';
export { useLive } from './use-live.ts';
