export { createDisplayGraph } from './display-graph.ts';
export { TopologyDrawing } from './TopologyDrawing.tsx';
