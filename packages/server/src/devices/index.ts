export type * from './tables.ts';
export { deviceRoutes } from './routes.ts';
export { deviceReads } from './reads.ts';
export { devices001 } from './migrations/001-devices.ts';
export { devices003 } from './migrations/003-protocol.ts';
export { devices004 } from './migrations/004-steps.ts';
export { devices005 } from './migrations/005-waiting.ts';
export { devices006 } from './migrations/006-certificates.ts';
export { devices007 } from './migrations/007-maintenance.ts';
export { devices008 } from './migrations/008-openwifi.ts';
export { devices009 } from './migrations/009-radios.ts';
export { devices010 } from './migrations/010-local-change.ts';
export { devices011 } from './migrations/011-names.ts';
export { devices012 } from './migrations/012-authority.ts';
export { devices013 } from './migrations/013-refusals.ts';
export { devices014 } from './migrations/014-removed-devices.ts';
export { devices015 } from './migrations/015-wans.ts';
export { devices016 } from './migrations/016-nearby-networks.ts';
export { devices017 } from './migrations/017-dhcp-pools.ts';
export { devices018 } from './migrations/018-roles.ts';
export { listBridgeStates } from './read-bridge.ts';
export { devices019 } from './migrations/019-backhaul.ts';
export { devices020 } from './migrations/020-bridges.ts';
export { devices021 } from './migrations/021-parents.ts';
export { devices022 } from './migrations/022-page-space.ts';
export { devices023 } from './migrations/023-message-notes.ts';
export { devices024 } from './migrations/024-activations.ts';
export { meshRoutes } from './mesh/routes.ts';
export { openWifiRoutes } from './openwifi/routes.ts';
export { createOpenWifiStore } from './openwifi/store.ts';
export { readRunningConfigs } from './openwifi/running-configs.ts';
export { waitingRoutes } from './waiting/routes.ts';
export { selectPendingDevices } from './waiting/store.ts';
export { recordHello } from './waiting/record-hello.ts';
export { findDevice, deleteProjectDevices, deleteOldWaitingDevices } from './store.ts';
export { listRadioDevices } from './list-radio-devices.ts';
export { presentDevice, presentPoolUse, presentPorts, presentWans } from './present.ts';
export { createDeviceFigures } from './live-figures.ts';
export {
  type BaseDevice,
  describeUnsupportedModel,
  hashClaimCode,
  registerBaseDevices,
} from './base-devices.ts';
export { findFullLimitClass, setDeviceRole } from './limit-class.ts';
export { insertDevice } from './insert-device.ts';
export { addDevicesWithoutClaim, putBaseDevices } from './add-devices-without-claim.ts';
export { SET_DESIRED_CONFIGURATIONS } from './desired-sql.ts';
export { openDesiredConfig, sealDesiredConfig, sealStoredConfigs } from './seal-desired.ts';
export { writeBirthFacts, writeIdentity } from './link/birth-facts.ts';
export { saveMessageNote } from './link/message-note.ts';
export { offerCertificate, promoteCertificate } from './link/certificates.ts';
export {
  findStuckDevices,
  assignToInstance,
  listOrphanedDevices,
  renewGatewayLease,
  saveNeighbours,
} from './link/connections.ts';
export {
  readCredential,
  issueCredential,
  offerCredential,
  promoteCredential,
  readProvisioning,
} from './link/credentials.ts';
export {
  type OpenDesired,
  RECORD_COLUMNS,
  type RecordRow,
  recordValues,
  toRecord,
  WRITE_RECORD,
} from './link/record.ts';
export { saveParents } from './link/save-parents.ts';
export { saveStats } from './link/stats.ts';
