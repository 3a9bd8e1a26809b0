export type { AnnouncedFile, BackupTransfers, SnapshotAddress } from './requests.ts';
export { cleanMessage, MalformedMessage } from './clean-message.ts';
export { mergeNearby } from './merge-nearby.ts';
export { DevicePlane } from './plane.ts';
export type { DeviceConnection, PlaneLog, PlaneServices } from './plane-services.ts';
export { SocketLimiter } from './socket-limiter.ts';
export { type MqttEndpoint, type Refusals, startMqttEndpoint } from './mqtt/mqtt-endpoint.ts';
export type {
  AlarmChange,
  BirthFacts,
  DesiredConfig,
  DeviceRecord,
  DeviceView,
  Outcome,
  Outgoing,
  ReportedStatus,
  RowState,
  WorkRow,
} from './records.ts';
export type { CertificateIssuer, IssuedCertificate, TlsIdentity, TlsMaterial } from './certificates.ts';
export {
  type AffectedResources,
  type ClientsUpdate,
  type Credential,
  type DeviceStore,
  type FigureReport,
  getPartTime,
  type MessageNote,
  type PresentedCredential,
  type StatUpdate,
  type TimedPart,
} from './store.ts';
export {
  hashAuthorityKey,
  OPENWIFI_SERIAL_PREFIX,
  type OpenWifiIdentity,
  type NumberedConfig,
  type OpenWifiLink,
  type OpenWifiStore,
  startUcentralEndpoint,
  type TrustedAuthority,
  type UcentralEndpoint,
  type UcentralRefusals,
  type WaitingDevice,
} from './ucentral/index.ts';
export { canOthersCountTraffic, classifyClientReport, rankNearness } from './client-holder.ts';
