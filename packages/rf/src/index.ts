export { type Accuracy, checkAccuracy, type Survey } from './accuracy.ts';
export { CoverageMap } from './coverage-map.ts';
export { WALL_LOSS_LIMIT_DB } from './path-loss.ts';
export type { Grid } from './signal-grid.ts';
