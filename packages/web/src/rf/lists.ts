/** Parts of the screen with a grid. One chunk has them all, because they share nearly all of their code. */
export { HistoryView } from './history/HistoryView.tsx';
export { RadiosView } from './interference/RadiosView.tsx';
export { PlanGrid } from './plan/PlanGrid.tsx';
