import type { BackupPart, DeviceSettings, NetworkConfig } from '@northlight/contract';
import { findCapabilities, getDefaultPort } from '@northlight/contract';
import type { ConfigPush } from '@northlight/contract/device-protocol';
import { drawRandomInt, formatCanonicalJson, SeededEntropy } from '@northlight/runtime';
import { startEmbeddedPostgres } from '@northlight/server';
import {
  createClusterDirectory,
  findFastDirectory,
  type PlayedDevice,
  playSite,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@northlight/server/testing';
import type { Figure } from './figure.ts';
import { measureOtherModels } from './restorations-models.ts';

const PAIRS = 500;
const MODELS = ['NL-GW5', 'NL-SW24P', 'NL-AP6C'] as const;

/** Restores random backups, and tries damaged and foreign ones. */
export async function measureRestorations(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using world = await startTestServer(postgres.url);
  const owner = await world.signedUp('owner@example.com');
  return [await measurePairs(world, owner), await measureOtherModels(world, owner)];
}

type Site = Awaited<ReturnType<typeof playSite>>;
type Running = Map<string, ConfigPush>;
const entropy = new SeededEntropy(44);
const draw = (count: number): number => drawRandomInt(entropy, 0, count - 1);
const choose = <T>(items: readonly T[]): T => items[draw(items.length)] ?? (items[0] as T);
const drawSome = <T>(items: readonly T[]): T[] => items.filter(() => draw(2) === 0);

/** A random configuration of everything that backups contain. */
function drawConfig(deviceIds: readonly string[], policyIds: readonly string[]): NetworkConfig {
  const ids = drawSome([20, 30, 40, 50, 60, 70]);
  const accessPoint = deviceIds[2] ?? '';
  const isPppoe = draw(3) === 0;
  const lan = `192.168.${1 + draw(4)}`;
  return {
    lan: { ip: `${lan}.1`, prefix: 24 },
    vlans: ids.map((id) => ({
      id,
      name: `Net ${draw(1000)}`,
      ip: `10.0.${id}.${1 + draw(3)}`,
      prefix: 24,
      ports: [],
      taggedPorts: drawSome(['lan1', 'lan2']),
    })),
    dhcpPools: drawSome(ids).map((id) => ({
      name: `pool_${id}`,
      vlanId: id,
      start: `10.0.${id}.${10 + draw(20)}`,
      end: `10.0.${id}.${100 + draw(100)}`,
      dns: drawSome(['9.9.9.9', '1.1.1.1']),
      leaseMinutes: 10 + draw(1000),
      ...(draw(2) === 0 && {
        reservations: [{ mac: '02:00:00:00:00:0a', ip: `10.0.${id}.${60 + draw(9)}`, name: 'Printer' }],
      }),
    })),
    wan: [
      isPppoe
        ? {
            mode: 'pppoe',
            port: 'wan1',
            dns: [],
            lines: [{ user: `line${draw(99)}`, password: `secret-${draw(1e6)}` }],
          }
        : { mode: 'dhcp', port: 'wan1', dns: drawSome(['9.9.9.9']) },
    ],
    staticRoutes: drawSome(['a', 'b']).map((name) => ({
      name,
      destination: `172.${16 + draw(8)}.${name === 'a' ? 1 : 2}.0`,
      prefix: 24,
      nextHop: `${lan}.9`,
    })),
    portMappings: drawSome(['web', 'mail']).map((name, index) => ({
      name,
      protocol: choose(['tcp', 'udp'] as const),
      internalIp: `${lan}.50`,
      externalPorts: String(8000 + 100 * index + draw(90)),
      internalPorts: '443',
    })),
    wireless: {
      policies: policyIds.map((id) => ({
        id,
        name: `Policy ${id}`,
        enabled: draw(4) > 0,
        ssid: `Net ${id} ${draw(100)}`,
        hidden: draw(2) === 0,
        bands: draw(2) === 0 ? ['5G'] : ['2.4G', '5G'],
        security: {
          mode: 'wpa3-sae-wpa2-psk',
          ciphers: ['AES'],
          key: `secret-${draw(1e9)}`.padEnd(8, '0'),
          keyUpdateSeconds: 3600,
        },
        maxClients: 1 + draw(40),
        guest: false,
        shutdowns: [],
        dhcp: 'user',
        devices: 'all',
      })),
      blacklist: drawSome(['02:00:00:00:00:01', '02:00:00:00:00:02']).map((mac) => ({ mac })),
      radios:
        draw(2) === 0
          ? []
          : [
              {
                deviceId: accessPoint,
                radioId: 'radio1',
                channel: 'auto',
                widthMhz: 'auto',
                powerDbm: 10 + draw(8),
              },
            ],
      countries: [],
    },
  };
}

const PORTS = findCapabilities('NL-SW24P')?.ports ?? [];
const drawSettings = (): DeviceSettings => ({
  ports: PORTS.filter(() => draw(4) === 0).map((port) => ({
    ...getDefaultPort(port),
    enabled: draw(5) > 0,
    ...choose<object>([
      { mode: 'access', pvid: 1 + draw(4000), tagged: [] },
      { mode: 'trunk', pvid: 1, tagged: [20, 30] },
      {},
    ]),
  })),
  ...(draw(2) === 0 && { spanningTree: { enabled: true, priority: 4096 * draw(15) } }),
});

/** Applies pairs of configurations, restores the first one of a device, and compares what the device gets with both times. */
async function measurePairs(world: TestServer, owner: TestBrowser): Promise<Figure> {
  await using site = await playSite(world, owner, ...MODELS);
  for (const device of site.devices) await device.on();
  const running: Running = new Map();
  const differences: string[] = [];
  let [pairs, changed] = [0, 0];
  for (let round = 0; pairs < PAIRS; round++) {
    const policies = ['a', 'b', 'c'];
    const ids = site.devices.map(({ id }) => id);
    const first = drawConfig(ids, policies);
    if (!(await apply(world, owner, site, running, first))) continue;
    const before = describeRunning(running);
    // Networks and blocked clients that a backup does not have stay, so that the second configuration adds none.
    const second = drawConfig(ids, drawSome(policies));
    const blacklist = drawSome(first.wireless?.blacklist ?? []);
    const config = { ...second, ...(second.wireless && { wireless: { ...second.wireless, blacklist } }) };
    if (!(await apply(world, owner, site, running, config))) continue;
    await world.services.automaticBackups.processAll();
    if (describeRunning(running) !== before) changed += 1;
    const backups = [];
    for (const device of site.devices) backups.push(await findBackup(owner, site, device));
    for (const backup of backups) if (backup !== undefined) await restore(owner, site, running, backup);
    pairs += 1;
    const after = describeRunning(running);
    if (after !== before) differences.push(`${round}\n${before}\n${after}`);
  }
  for (const difference of differences.slice(0, 20)) console.error(difference);
  return {
    id: 'BR-2',
    text: `${PAIRS} random pairs A, B, restore A on a gateway, a switch and an access point (${changed} with another configuration at B): ${differences.length} differ from A in a field of what a device gets`,
    goal: '0',
    reached: differences.length === 0,
  };
}

/** Returns what the devices were sent last, in a form that can be compared. */
const describeRunning = (running: Running): string =>
  formatCanonicalJson(Object.fromEntries([...running].map(([id, { config }]) => [id, config])));

/** Applies a configuration with random settings of the switch; false if a rule refuses it. */
async function apply(
  world: TestServer,
  owner: TestBrowser,
  site: Site,
  running: Running,
  config: NetworkConfig,
): Promise<boolean> {
  await world.clock.advance(1_000);
  const { params } = site;
  const { version } = await owner.call('networkConfigGet', { params });
  const [, device] = site.devices;
  const deviceId = device?.id ?? '';
  const { version: baseVersion } = await owner.call('deviceSettingsGet', { params: { ...params, deviceId } });
  const answer = await owner.fetch(`/api/v1/projects/${site.projectId}/network-config`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      baseVersion: version,
      config,
      devices: [{ deviceId, baseVersion, settings: drawSettings() }],
      confirmName: 'any',
    }),
  });
  const body = (await answer.json()) as { readonly job?: { readonly id: string } };
  if (!body.job) return false;
  await confirm(site, running, body.job.id);
  return true;
}

/** Lets each device of a job take its configuration. */
async function confirm(site: Site, running: Running, jobId: string): Promise<void> {
  const { rows } = await site.job(jobId);
  for (const { deviceId } of rows) {
    const device = site.devices.find(({ id }) => id === deviceId);
    if (!device) continue;
    const push = await device.push();
    running.set(deviceId, push);
    await device.reportConfig(push);
  }
  await site.jobWhen(jobId, ({ state }) => state !== 'running');
}

/** Returns the newest automatic backup of a device: what it had before the last change. */
async function findBackup(
  owner: TestBrowser,
  { params }: Site,
  { id }: PlayedDevice,
): Promise<string | undefined> {
  const { items } = await owner.call('backupList', { params, query: { deviceId: id, limit: 20 } });
  return items.find(({ cause }) => cause === 'before-change')?.id;
}

async function restore(owner: TestBrowser, site: Site, running: Running, backupId: string): Promise<void> {
  const params = { ...site.params, backupId };
  const contents = await owner.call('backupContentsGet', { params });
  const parts: readonly BackupPart[] = contents.parts.map(({ part }) => part);
  const { job } = await owner.call('backupRestore', {
    params,
    body: { parts: [...parts], confirmName: 'any' },
  });
  await confirm(site, running, job.id);
}
