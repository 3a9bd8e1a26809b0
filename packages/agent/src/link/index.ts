export { type Connect, type Connection, ConnectionRefused, type ConnectRequest } from './connection.ts';
export { type CloudEndpoint, createMqttConnector } from './mqtt-connection.ts';
export { DeviceLink, type LinkOptions, type Telemetry } from './device-link.ts';
export { type BirthFacts, type Driver, type LinkLog, SILENT_LOG } from './driver.ts';
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
export { type KeyAndRequest, createKeyAndRequest } from './signing-request.ts';
export { type DeviceTraits, createInitialState, handleEvent } from './machine.ts';
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
