export * from './schema.ts';
export type { BridgeState } from './bridge-state.ts';
export * from './link-budget.ts';
export { listLinkRoles } from './roles.ts';
export { checkBridgeLinks, listMembers } from './rules.ts';
export { listBridgeChanges } from './changes.ts';
