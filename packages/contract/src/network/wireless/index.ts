export * from './schema.ts';
export * from './security.ts';
export * from './secrets.ts';
export * from './channels.ts';
export * from './policy-bands.ts';
export { checkRemovals, checkWireless, type WirelessDocument, findWirelessUsers } from './rules.ts';
export type { WirelessRuleScope } from './rules-scope.ts';
export { ACCESS_THRESHOLD_MAX, getAccessThresholdMin } from './rules-policy.ts';
export {
  checkCountries,
  checkRadios,
  listCountries,
  findCountryCode,
  formatCountryName,
  getCountry,
  POWER_MAX_DBM,
  POWER_MIN_DBM,
  findWidthProblem,
} from './rules-radios.ts';
export { DEVICE_POLICY_LIMIT, GLOBAL_POLICY_LIMIT, SSIDS_PER_RADIO } from './rules-capacity.ts';
export { formatClock, type NameOf, formatPeriod, listWirelessChanges } from './changes.ts';
export {
  MISSING_REASONS,
  type BroadcastDevice,
  listBroadcasts,
  broadcastPolicy,
  isWithinShutdown,
  computeWeekTime,
  type PolicyBroadcast,
} from './broadcasts.ts';
export { foreignNetwork, type ForeignNetwork } from './foreign-networks.ts';
export { wirelessEndpoints } from './endpoints.ts';
