export * from './schema.ts';
export * from './routing-schema.ts';
export { fieldsOf, type RuleViolation } from '../kit/violation.ts';
export * from './rules.ts';
export { gatewayChanges, leaseText } from './changes.ts';
export * from './references.ts';
export { type InsideNetwork, insideNetworks } from './inside-networks.ts';
