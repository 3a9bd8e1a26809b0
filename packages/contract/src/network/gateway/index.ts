export * from './schema.ts';
export * from './routing-schema.ts';
export { findFaults, groupByField, hasShape, type RuleViolation } from '../../kit/violation.ts';
export * from './rules.ts';
export { gatewayChanges, formatLease } from './changes.ts';
export * from './references.ts';
export { gatewayAddresses, type InsideNetwork, insideNetworks } from './inside-networks.ts';
