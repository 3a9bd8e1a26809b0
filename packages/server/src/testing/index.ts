import './provided-context.ts';

export { acceptTransfer } from './accept-transfer.ts';
export { type Answer, TestBrowser } from './browser.ts';
export { createClusterDirectory, findFastDirectory } from './cluster-directory.ts';
export { damageBackup, falsifyBackup, readStoredBackup } from './damaged-backups.ts';
export { createFileLog } from './file-log.ts';
export { createTestDatabase } from './test-database.ts';
export {
  createProject,
  DEVICE_PASSWORD,
  createSampleDevice,
  createTestStorage,
  signUpDirectly,
  startTestServer,
  TEST_PASSWORD,
  type TestServer,
  type TestStorage,
} from './test-server.ts';
export { buildBirth, RawDevice } from './raw-device.ts';
export { connectUnclaimed } from './unclaimed-device.ts';
export { PlayedDevice, playSite } from './played-site.ts';
export { pollUntil } from './eventually.ts';
export { createFigureReporter } from './report-figures.ts';
export { listChanges, openStream } from './live-stream.ts';
export { createWiredSite } from './wired-site.ts';
export { createClientPair, type RawCall, RawUcentral, testAuthority } from './raw-ucentral.ts';
export {
  encodeAck,
  encodeApConnect,
  encodeEvent,
  createSerial,
  createOpenWifiSite,
  encodeSwitchConnect,
  encodeTelemetry,
  reportSwitchPorts,
} from './openwifi-site.ts';
export { type Reporter, createStatReport, writeHistory } from '../telemetry/testing/history.ts';
export { dialTunnel, createEchoPage, type ServePage, visitPage } from './tunnel.ts';
export { announceFile, requestAddress, sendToListener } from './device-upload.ts';
