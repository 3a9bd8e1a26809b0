export * from './schema.ts';
export * from './routing-schema.ts';
export { fieldsOf, type RuleViolation } from '../kit/violation.ts';
export * from './rules.ts';
export * from './changes.ts';
export { gatewayEndpoints } from './endpoints.ts';
