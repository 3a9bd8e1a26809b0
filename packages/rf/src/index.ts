export { type Accuracy, checkAccuracy, type Survey } from './accuracy.ts';
export { WALL_LOSS_LIMIT_DB } from './path-loss.ts';
