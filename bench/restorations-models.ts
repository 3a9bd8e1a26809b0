import {
  type DeviceSettings,
  getDefaultPort,
  MODELS,
  type NetworkConfig,
  type PortSetting,
} from '@northlight/contract';
import type { Capabilities, DeviceConfig } from '@northlight/contract/device-protocol';
import { drawRandomInt, formatCanonicalJson, SeededEntropy } from '@northlight/runtime';
import {
  PlayedDevice,
  playSite,
  RawDevice,
  type TestBrowser,
  type TestServer,
} from '@northlight/server/testing';
import type { Figure } from './figure.ts';

const RESTORATIONS = 500;
const entropy = new SeededEntropy(45);
const draw = (count: number): number => drawRandomInt(entropy, 0, count - 1);
const choose = <T>(items: readonly T[]): T => items[draw(items.length)] ?? (items[0] as T);
const drawSome = <T>(items: readonly T[]): T[] => items.filter(() => draw(2) === 0);

/** Kinds with several models. */
const KINDS = ['switch', 'ap', 'gateway'] as const;
const listModels = (kind: string) => MODELS.filter(({ capabilities }) => capabilities.kind === kind);
type Model = ReturnType<typeof listModels>[number];
const VLANS = [20, 30, 40, 50];

interface Setup {
  readonly config: NetworkConfig;
  readonly settings: DeviceSettings | undefined;
}

/** Draws a configuration in which the ports or radios of a model have settings. */
function drawSetup(caps: Capabilities, deviceId: string): Setup {
  const lan = caps.ports.filter(({ role }) => role === 'lan').map(({ id }) => id);
  const untagged = new Map(drawSome(lan).map((port) => [port, choose(VLANS)] as const));
  const config: NetworkConfig = {
    ...(caps.kind === 'gateway' && { lan: { ip: '192.168.1.1', prefix: 24 } }),
    vlans: VLANS.map((id) => ({
      id,
      name: `Net ${draw(1000)}`,
      ip: `10.0.${id}.1`,
      prefix: 24,
      ports: lan.filter((port) => untagged.get(port) === id),
      taggedPorts: drawSome(lan.filter((port) => untagged.get(port) !== id)),
    })),
    dhcpPools: [],
    ...(caps.kind === 'ap' && {
      wireless: {
        policies: [],
        blacklist: [],
        radios: drawSome(caps.radios).map(({ id }) => ({
          deviceId,
          radioId: id,
          channel: 'auto' as const,
          widthMhz: 'auto' as const,
          powerDbm: 10 + draw(14),
        })),
        countries: [],
      },
    }),
  };
  if (!caps.features.includes('port-mode')) return { config, settings: undefined };
  const ports = drawSome(caps.ports).map((port): PortSetting => ({
    ...getDefaultPort(port),
    enabled: draw(5) > 0,
    speedMbps: choose([0, ...(port.speedsMbps ?? [])]),
    eee: port.type === 'electrical' && draw(3) === 0,
    ...(port.poe && { poe: draw(3) > 0 }),
    ...choose<Partial<PortSetting>>([
      { mode: 'access', pvid: choose(VLANS), tagged: [] },
      { mode: 'trunk', pvid: 1, tagged: drawSome(VLANS) },
      { mode: 'hybrid', pvid: 20, tagged: [30], untagged: [20, 40] },
      {},
    ]),
  }));
  return { config, settings: ports.length > 0 ? { ports } : {} };
}

/** A device of a project with its present hardware, and the configuration that it was sent last. */
interface Present {
  running?: DeviceConfig;
  readonly device: PlayedDevice;
  readonly model: Model;
}

/**
 * Restores backups of hardware on other models of the kind, and compares what the device gets with the backup: each setting
 * is that of the counterpart by role and position, or the contents of the backup list its item.
 */
export async function measureOtherModels(world: TestServer, owner: TestBrowser): Promise<Figure> {
  const faults: string[] = [];
  let [restored, items] = [0, 0];
  for (const kind of KINDS) {
    const models = listModels(kind);
    await using site = await playSite(world, owner, models[0]?.prefix ?? '');
    const [first] = site.devices as [PlayedDevice];
    let present: Present = { device: await first.on(), model: models[0] as Model };
    const goal = Math.ceil(RESTORATIONS / KINDS.length) * (KINDS.indexOf(kind) + 1);
    while (restored < Math.min(goal, RESTORATIONS)) {
      const before = drawSetup(present.model.capabilities, present.device.id);
      if (!(await apply(world, owner, site.projectId, present, before))) continue;
      const from = present.model;
      present = await replace(
        world,
        owner,
        site.projectId,
        present,
        choose(models.filter((each) => each !== from)),
      );
      await world.services.automaticBackups.processAll();
      const params = site.params;
      const { items: backups } = await owner.call('backupList', { params, query: { limit: 20 } });
      const backupId = backups.find(({ cause }) => cause === 'before-change')?.id ?? '';
      while (
        !(await apply(
          world,
          owner,
          site.projectId,
          present,
          drawSetup(present.model.capabilities, present.device.id),
        ))
      )
        continue;
      const contents = await owner.call('backupContentsGet', { params: { ...params, backupId } });
      const { job } = await owner.call('backupRestore', {
        params: { ...params, backupId },
        body: { parts: contents.parts.map(({ part }) => part), confirmName: 'any' },
      });
      await take(owner, site.projectId, present, job.id);
      const { running } = present;
      if (!running) throw new Error('The device was sent nothing.');
      restored += 1;
      const listed = new Set(contents.adaptions.map(({ item }) => item));
      items += listed.size;
      const found = compare(before, running, from.capabilities, present.model.capabilities);
      const unlisted = found.filter(({ item }) => !listed.has(item));
      const unneeded = [...listed].filter((item) => !found.some((each) => each.item === item));
      const title = `${restored} ${from.prefix} on ${present.model.prefix}`;
      faults.push(
        ...unlisted.map(({ item, what }) => `${title}: ${item} is not listed: ${what}`),
        ...unneeded.map((item) => `${title}: ${item} is listed, but is as before`),
      );
    }
  }
  for (const fault of faults.slice(0, 20)) console.error(fault);
  return {
    id: 'BR-2b',
    text: `${restored} random backups restored on another model: ${items} listed items, ${faults.length} differences that are not listed, or listed without a difference`,
    goal: '0',
    reached: faults.length === 0,
  };
}

interface Difference {
  readonly item: string;
  readonly what: string;
}

/** Compares what a device gets with what the backup has, by the positions of ports and the bands of radios. */
function compare(
  { config, settings }: Setup,
  running: DeviceConfig,
  from: Capabilities,
  to: Capabilities,
): Difference[] {
  const findPort = (id: string): string | undefined => {
    const role = from.ports.find((port) => port.id === id)?.role;
    const position = from.ports.filter((port) => port.role === role).findIndex((port) => port.id === id);
    return to.ports.filter((port) => port.role === role)[position]?.id;
  };
  const differs = (one: unknown, other: unknown): boolean =>
    formatCanonicalJson(one ?? null) !== formatCanonicalJson(other ?? null);
  const ports = (settings?.ports ?? []).flatMap((port): Difference[] => {
    const own = { ...port };
    const { label = port.id } = from.ports.find(({ id }) => id === port.id) ?? {};
    const counterpart = findPort(port.id);
    const got = running.ports?.find(({ id }) => id === counterpart);
    const isSame = counterpart === port.id && !differs(own, got);
    return isSame
      ? []
      : [
          {
            item: `Port ${label}`,
            what: `${formatCanonicalJson(own)} / ${formatCanonicalJson(got ?? null)}`,
          },
        ];
  });
  const vlans = config.vlans.flatMap(({ id, ports: own, taggedPorts = [] }): Difference[] => {
    if (from.kind !== 'gateway') return [];
    const got = running.vlans.find((vlan) => vlan.id === id);
    const expected = [own, taggedPorts].map((ids) => ids.flatMap((port) => findPort(port) ?? []));
    const isLost = [...own, ...taggedPorts].some((port) => findPort(port) === undefined);
    const isDifferent = differs(expected, [got?.ports ?? [], got?.taggedPorts ?? []]);
    return isLost || isDifferent ? [{ item: `VLAN ${id}`, what: formatCanonicalJson(got ?? null) }] : [];
  });
  const radios = (config.wireless?.radios ?? []).flatMap(({ powerDbm, radioId }): Difference[] => {
    const band = from.radios.find(({ id }) => id === radioId)?.band;
    const counterpart = findRadio(radioId, from, to);
    const got = running.wireless?.radios.find(({ id }) => id === counterpart);
    return got?.powerDbm === powerDbm
      ? []
      : [{ item: `Radio ${band}`, what: `${powerDbm} / ${got?.powerDbm}` }];
  });
  return [...ports, ...vlans, ...radios];
}

/** Returns the radio of the same band, otherwise one of the same frequency that has no radio of its own band to take over. */
function findRadio(radioId: string, from: Capabilities, to: Capabilities): string | undefined {
  const others = (radios: Capabilities['radios'], band: string, not: Capabilities['radios']) =>
    radios.filter((radio) => radio.band.startsWith(band) && !not.some((each) => each.band === radio.band));
  const radio = from.radios.find(({ id }) => id === radioId);
  const same = to.radios.find(({ band }) => band === radio?.band);
  if (same || !radio) return same?.id;
  const frequency = radio.band.slice(0, 1);
  const position = others(from.radios, frequency, to.radios).indexOf(radio);
  return others(to.radios, frequency, from.radios)[position]?.id;
}

/** Applies a configuration; false if a rule refuses it. */
async function apply(
  world: TestServer,
  owner: TestBrowser,
  projectId: number,
  present: Present,
  { config, settings }: Setup,
): Promise<boolean> {
  await world.clock.advance(1_000);
  const params = { projectId };
  const deviceId = present.device.id;
  const { version } = await owner.call('networkConfigGet', { params });
  const { version: baseVersion } = await owner.call('deviceSettingsGet', { params: { ...params, deviceId } });
  const answer = await owner.fetch(`/api/v1/projects/${projectId}/network-config`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      baseVersion: version,
      config,
      ...(settings && { devices: [{ deviceId, baseVersion, settings }] }),
      confirmName: 'any',
    }),
  });
  const body = (await answer.json()) as { readonly job?: { readonly id: string } };
  if (!body.job) return false;
  await take(owner, projectId, present, body.job.id);
  return true;
}

/** Lets the device of a job take its configuration. */
async function take(owner: TestBrowser, projectId: number, present: Present, jobId: string): Promise<void> {
  const read = () => owner.call('jobGet', { params: { projectId, jobId } });
  const { rows } = await read();
  // A change that does not reach the device has no row.
  if (rows.length === 0) return;
  const push = await present.device.push();
  await present.device.reportConfig(push);
  while ((await read()).state === 'running') continue;
  present.running = push.config;
}

/** Replaces the hardware of a device by another model, which takes its configuration. */
async function replace(
  world: TestServer,
  owner: TestBrowser,
  projectId: number,
  { device }: Present,
  model: Model,
): Promise<Present> {
  // Backups differ by their times.
  await world.clock.advance(1_000);
  const [base] = await world.register({ model: model.prefix });
  if (!base) throw new Error('No hardware was registered.');
  const { claimCode, sn } = base;
  await owner.call('deviceReplace', {
    params: { projectId, deviceId: device.id },
    body: { sn, claimCode, when: 'now' },
  });
  await device[Symbol.asyncDispose]();
  const played = new PlayedDevice(world.mqttPort, base, await RawDevice.provision(world.mqttPort, base));
  await played.on();
  const push = await played.push();
  await played.reportConfig(push);
  return { device: played, model, running: push.config };
}
