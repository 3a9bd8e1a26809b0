export type * from './tables.ts';
export { networkRoutes } from './routes.ts';
export { roleRoutes } from './role-routes.ts';
export { settingsRoutes } from './settings/routes.ts';
export { readSettings, storeFirstSettings } from './settings/store.ts';
export { networkReads } from './reads.ts';
export { listRadarPushes } from './desired/push-after-radar.ts';
export { assignConfiguration } from './desired/assign.ts';
export { deleteProjectNetwork, readVersion, storeFirstConfig } from './document/history.ts';
export { insertPastConfigs, type PastConfig } from './document/past-configs.ts';
export { hasNetworkSetup } from './has-setup.ts';
export { countDraftChanges, saveDraft } from './document/drafts.ts';
export { addEdits } from './document/add-edits.ts';
export { listSlots, mapNetworkSecrets } from './document/map-secrets.ts';
export { locateIssue } from './reported/locate-issue.ts';
export { readAppliedVersions } from './reported/applied-versions.ts';
export { applyChange, applyConfig } from './apply.ts';
export { changeCountry } from './wireless/change-country.ts';
export {
  type ReviewSnapshot,
  readReviewSnapshot,
  reviewAgainstSnapshot,
  reviewConfig,
} from './consequences/review.ts';
export { type Proposal, readStaged } from './settings/proposals.ts';
export { loadSettingsDevices, presentFacts } from './settings/settings-devices.ts';
export { buildScope, createDeviceNamer, getProjectCountry, listProjectDevices, readConfig } from './state.ts';
export {
  deleteUnusedSecrets,
  openSecrets,
  pairSecrets,
  readSecretValues,
  storeSecrets,
} from './document/secrets.ts';
export { listDevicesWithoutPath } from './read-reach-world.ts';
export { readVlanPathMarkers, readVlanPaths } from './vlan-paths.ts';
