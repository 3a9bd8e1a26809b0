export { countCrossings, countOverlaps } from './drawing-checks.ts';
export { createEvidence, createRandom, createSite } from './generated-site.ts';
export { createTree } from './generated-tree.ts';
export { scoreGraph } from './score-graph.ts';
