export { type Accuracy, checkAccuracy, type Survey } from './accuracy.ts';
export { createAffordableGrid } from './affordable-grid.ts';
export { type Antenna, type AntennaPattern, getPeakGain } from './antenna.ts';
export { markPolygons, measureTarget, type TargetShare } from './areas.ts';
export type { RadioChannel } from './channels.ts';
export { type Coverage, CoverageMap, MAX_RADIOS, NO_SERVER } from './coverage-map.ts';
export { createFloorPath, type Floor, type FloorPath, RECEIVER_HEIGHT_M } from './floor-path.ts';
export { CARRIER_SENSE_DBM } from './interference.ts';
export { toDbm, toLevel } from './levels.ts';
export { getWallLossLimit, WALL_LOSS_LIMIT_DB } from './path-loss.ts';
export { listCandidatePoints, planPlaces, type PlacesTarget, type PlannedPlaces } from './plan-places.ts';
export { type Quantity, QuantityComputer, toStored, toValue } from './quantities.ts';
export {
  type BuildingRadio,
  createGrid,
  createRadio,
  createTransmitter,
  type RadioDescription,
  selectNearestRadios,
} from './radios.ts';
export { type Grid, SignalGrid, type Transmitter } from './signal-grid.ts';
export { getRate, getThroughput } from './throughput.ts';
export type { Point, Wall } from './walls.ts';
export type { Zone } from './zones.ts';
