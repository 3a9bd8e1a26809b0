export { createDisplayGraph } from './graph/display-graph.ts';
export { TopologyDrawing } from './drawing/TopologyDrawing.tsx';
