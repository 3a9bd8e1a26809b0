export * from './topics.ts';
export {
  type AirFigures,
  type AirReading,
  type ChannelCounters,
  computeAirFigures,
  computeAirtimeShares,
  countSentFrames,
  type PeerReading,
  type SentFrames,
  toPercent,
  toRetryPercent,
} from './air-counters.ts';
export * from './applications.ts';
export * from './application-stats.ts';
export * from './backhaul-stat.ts';
export * from './bridge-stat.ts';
export * from './capabilities.ts';
export * from './config.ts';
export { dropTiny } from './measure.ts';
export * from './config-bridge.ts';
export * from './config-issue.ts';
export * from './config-mesh.ts';
export * from './config-ports.ts';
export * from './config-wireless.ts';
export * from './commands.ts';
export * from './device-part.ts';
export * from './dhcp-pool-stat.ts';
export * from './firmware.ts';
export * from './local-change.ts';
export * from './messages.ts';
export * from './recorder-stat.ts';
export * from './video-stat.ts';
export * from './requests.ts';
export * from './wan-stat.ts';
