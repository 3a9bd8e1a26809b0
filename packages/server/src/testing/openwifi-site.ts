import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVICE_STATES } from '@northlight/contract';
import type { Signer, Validity } from '../platform/tls/issue.ts';
import type { TestBrowser } from './browser.ts';
import { pollUntil } from './eventually.ts';
import { createClientPair, RawUcentral, testAuthority } from './raw-ucentral.ts';
import { createProject, type TestServer } from './test-server.ts';

let serials = 0;
/** Returns a unique MAC address in OpenWiFi notation. */
export const createSerial = (): string => `02a1b2${(++serials).toString(16).padStart(6, '0')}`;

// Encodes frames in the format of real clients, without the product's encoder.
export const encodeSwitchConnect = (serial: string, uuid = 1, more = ''): string =>
  `{"jsonrpc":"2.0","method":"connect","params":{"serial":"${serial}","firmware":"OpenWrt 21.02 / TIP-v3.2.0","uuid":${uuid},` +
  `"capabilities":{"version":{"switch":{}},"serial":"${serial}","compatible":"ECS4100-12PH","model":"edgecore_ecs4100",` +
  `"platform":"switch"${more}}}}`;
/** The state of a switch without a configuration: ports, power and gateway, but no neighbours or clients. */
const FRESH_SWITCH_STATE =
  '{"interfaces":[],"link-state":{"upstream":{' +
  '"Ethernet0":{"counters":{},"carrier":true,"speed":1000,"duplex":"full","poe":{"output-power":4,"status":"delivering"}},' +
  '"Ethernet1":{"counters":{},"carrier":false,"poe":{"output-power":0,"status":"searching"}},' +
  '"Ethernet2":{"counters":{},"carrier":false},' +
  '"Ethernet9":{"counters":{},"carrier":true,"speed":1000,"duplex":"full"}}},' +
  '"unit":{"load":[0.1,0.1,0.1],"memory":{"total":4,"free":1},"poe":{"max-power-budget":180}},' +
  '"default-gateway":[{"metric":0,"gw-mac":"02:00:00:00:00:01","out-port":"Ethernet9","gw-ip":"10.0.0.1"}],"version":1}';
export const encodeTelemetry = (serial: string, state = FRESH_SWITCH_STATE): string =>
  `{"jsonrpc":"2.0","method":"telemetry","params":{"serial":"${serial}","data":{"state":[[1700000000,{"uuid":1,"serial":"${serial}","state":${state}}]],"timestamp":1700000000}}}`;
export const encodeApConnect = (
  serial: string,
  { uuid = 1, firmware = 'TIP-v3.2.0', more = '', network = '{"wan":["eth0"],"lan":["eth1"]}' } = {},
): string =>
  `{"jsonrpc":"2.0","method":"connect","params":{"serial":"${serial}","firmware":"${firmware}","uuid":${uuid},` +
  `"capabilities":{"compatible":"edgecore_eap102","model":"EAP102","platform":"ap","network":${network},` +
  `"wifi":{"platform/soc/0":{"band":["2G"]},"platform/soc/1":{"band":["5G"]}}${more}}}}`;
export const encodeAck = (id: number, serial: string, error = 0, text = 'Success', more = ''): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"serial":"${serial}","uuid":1,"status":{"error":${error},"text":${JSON.stringify(text)}${more}}}}`;
export const encodeEvent = (serial: string, type: string, payload: string): string =>
  `{"jsonrpc":"2.0","method":"event","params":{"serial":"${serial}","data":{"event":[1700000000,{"type":"${type}","payload":${payload}}]}}}`;

/** Plays a switch without a configuration, which reports its ports only after telemetry has started. */
export async function reportSwitchPorts(raw: RawUcentral, serial: string): Promise<void> {
  const { id } = await raw.call('telemetry', ['configure']);
  raw.send(encodeAck(id, serial, 0, 'Telemetry configure requested successfully'));
  raw.send(encodeTelemetry(serial));
}

/** Adds an authority to an account and returns helpers for devices under it. */
export async function createOpenWifiSite(world: TestServer, owner: TestBrowser, name: string) {
  const authority = await testAuthority(name);
  const { id: authorityId } = await owner.call('authorityAdd', { body: { pem: authority.pem } });
  const ca = readFileSync(join(world.dataDirectory, 'tls', 'authority.pem'), 'utf8');
  const port = (): number => world.server.ucentral.port;

  const dial = async (serial: string, signer: Signer = authority, validity?: Validity) =>
    RawUcentral.connect(port(), ca, await createClientPair(signer, serial, validity));

  async function applyVlans(projectId: number, ...ids: number[]) {
    const params = { projectId };
    const { version } = await owner.call('networkConfigGet', { params });
    const vlans = ids.map((id) => ({ id, name: `Net ${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] }));
    const body = { baseVersion: version, config: { vlans, dhcpPools: [] } };
    return owner.call('networkConfigApply', { params, body });
  }

  const untilPending = (sn: string) =>
    pollUntil(async () => (await owner.call('waitingDeviceList', {})).items.find((one) => one.sn === sn));

  /** Connects a pending device and adds it to a project, by default to a new one with one VLAN. */
  async function added(
    connect: (serial: string) => string,
    serial = createSerial(),
    project?: Awaited<ReturnType<typeof createProject>>,
  ) {
    const { id: projectId, name: projectName } = project ?? (await createProject(owner));
    if (!project) await applyVlans(projectId, 20);
    const sn = `OWF1${serial.toUpperCase()}`;
    const raw = await dial(serial);
    raw.send(connect(serial));
    await untilPending(sn);
    const { id } = await owner.call('waitingDeviceAdd', { params: { sn }, body: { projectId } });
    if (connect(serial).includes('"platform":"switch"')) await reportSwitchPorts(raw, serial);
    const params = { projectId };
    const get = () => owner.call('deviceGet', { params: { projectId, deviceId: id } });
    // Its session learns of the project after the answer: until then, commands find the device offline.
    await pollUntil(async () => (await get()).state !== DEVICE_STATES.offline);
    const job = (jobId: string) => owner.call('jobGet', { params: { projectId, jobId } });
    return {
      raw,
      serial,
      sn,
      id,
      projectId,
      projectName,
      params,
      get,
      job,
      /** Resolves to the configuration when it has this status. */
      configured: (status: string) =>
        pollUntil(async () => {
          const { config } = await get();
          return config.status === status ? config : undefined;
        }),
      /** Resolves to the row of a job when it has this state. */
      row: (jobId: string, state: string) =>
        pollUntil(async () => (await job(jobId)).rows.find((row) => row.state === state)),
      [Symbol.asyncDispose]: () => raw[Symbol.asyncDispose](),
    };
  }

  /** Receives the next configuration and acknowledges it as applied. */
  async function settle(device: Awaited<ReturnType<typeof added>>) {
    const configure = await device.raw.call('configure');
    device.raw.send(encodeAck(configure.id, device.serial));
    await device.configured('applied');
    return configure.params as { uuid: number; config: Record<string, unknown> };
  }

  return { authority, authorityId, ca, port, dial, applyVlans, untilPending, added, settle };
}
