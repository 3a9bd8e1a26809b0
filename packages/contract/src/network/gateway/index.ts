export * from './schema.ts';
export * from './routing-schema.ts';
export {
  findViolations,
  groupByField,
  hasShape,
  nestViolations,
  refuseViolations,
  type RuleViolation,
} from '../../kit/violation.ts';
export * from './rules.ts';
export { findUnsupportingGateway, type GatewayList, isGatewayList } from './unsupported-items.ts';
export { listGatewayChanges } from './changes.ts';
export { formatLease } from './format-lease.ts';
export * from './references.ts';
export { listGatewayAddresses, type InsideNetwork, listInsideNetworks } from './inside-networks.ts';
