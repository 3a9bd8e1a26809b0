export type * from './tables.ts';
export { deviceRoutes } from './routes.ts';
export { deviceReads } from './reads.ts';
export { setPromises } from './recording/promises.ts';
export { listBridgeStates } from './read-bridge.ts';
export { meshRoutes } from './mesh/routes.ts';
export { openWifiRoutes } from './openwifi/routes.ts';
export { createOpenWifiStore } from './openwifi/store.ts';
export { readRunningConfigs } from './openwifi/running-configs.ts';
export { waitingRoutes } from './waiting/routes.ts';
export { readLastHello, selectPendingDevices } from './waiting/store.ts';
export { requirePendingDevice } from './waiting/require-pending.ts';
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
export { createClaimRefusal } from './add-device.ts';
export { checkClaims, lockBaseDevices } from './check-claims.ts';
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
export {
  deleteOldRadarFinds,
  listDueRadar,
  listRadarFinds,
  type RadarDue,
  saveRadarFinds,
  setRadarDue,
} from './link/radar.ts';
export {
  completeReplacement,
  deleteOpenReplacement,
  findOpenReplacement,
  readReplacement,
  storeReplacement,
  storeReplacementProblem,
} from './replacements.ts';
export { type Hardware, type ReplacedDeviceRow, swapHardware } from './swap-hardware.ts';
