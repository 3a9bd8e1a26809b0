export type * from './tables.ts';
export {
  announceToHolders,
  findHolders,
  isLiveShare,
  buildLiveShareCondition,
  buildLiveShareSql,
} from './live-shares.ts';
export { sharingRoutes } from './routes.ts';
export { presentShare, presentTransfer } from './present.ts';
export { isBeingTransferred, selectShares, selectTransfers } from './store.ts';
