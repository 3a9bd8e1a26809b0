import './provided-context.ts';

export { type Answer, TestBrowser } from './browser.ts';
export { clusterDirectory, fastDirectory } from './cluster-directory.ts';
export { createTestDatabase } from './test-database.ts';
export {
  createProject,
  DEVICE_PASSWORD,
  sampleDevice,
  signUpDirectly,
  startTestServer,
  TEST_PASSWORD,
  type TestServer,
} from './test-server.ts';
export { buildBirth, RawDevice } from './raw-device.ts';
export { PlayedDevice, playedSite } from './played-site.ts';
export { eventually } from './eventually.ts';
export { changesIn, openStream } from './live-stream.ts';
export { wiredSite } from './wired-site.ts';
export { clientPair, type RawCall, RawUcentral, testAuthority } from './raw-ucentral.ts';
export { ack, apConnect, event, newSerial, openWifiSite, switchConnect } from './openwifi-site.ts';
export { type Reporter, statReport, writeHistory } from '../telemetry/testing/history.ts';
export { dialTunnel, echoPage, type ServePage, visitPage } from './tunnel.ts';
