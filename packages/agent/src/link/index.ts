export { type Connect, type Connection, ConnectionRefused, type ConnectRequest } from './connection.ts';
export { type CloudEndpoint, mqttConnector } from './mqtt-connection.ts';
export { DeviceLink, type LinkOptions, type Telemetry } from './device-link.ts';
export { type Description, type Driver, type LinkLog, SILENT_LOG } from './driver.ts';
export {
  type Credential,
  FACTORY,
  type LinkStore,
  type LocalPassword,
  createMemoryStore,
  type SavedState,
  savedState,
  type Trial,
} from './saved-state.ts';
export { type KeyAndRequest, newKeyAndRequest } from './signing-request.ts';
export { type DeviceTraits, initialState, onEvent } from './machine.ts';
export type {
  ApplyOutcome,
  BootReason,
  LinkEffect,
  LinkEvent,
  LinkState,
  OfferedFile,
  RebootReason,
  Step,
} from './state.ts';
