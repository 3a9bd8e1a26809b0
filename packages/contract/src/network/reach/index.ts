export { brokenWay, type BrokenWay } from './broken-way.ts';
export { brokenWays, brokenWayTitle, cutsOff } from './preview.ts';
export { type ReachLink, type ReachSource, reachWorld } from './world.ts';
