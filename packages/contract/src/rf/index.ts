export * from './schema.ts';
export * from './settings.ts';
export * from './runs.ts';
export {
  changesChannel,
  changesPower,
  describeRfRow,
  describeSurplus,
  isChangedRow,
} from './describe-row.ts';
export { describeRadarBan } from './describe-radar.ts';
export { getRadarCheckSeconds, isRadarChannel } from './radar.ts';
export { rfEndpoints } from './endpoints.ts';
