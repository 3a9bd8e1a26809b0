export { createEvidence, createRandom, createSite } from './generated-site.ts';
export { scoreGraph } from './score-graph.ts';
