/** Compares what a sandbox of the lab's site shows after a change with what clients in the lab measure. */
import {
  CONNECTION_STEPS,
  type Device,
  getDeviceState,
  type Job,
  type OnlineClient,
} from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import { FAR_ADDRESS, INTERNET_ADDRESS } from '../lab-network.ts';
import type { ClientLease } from '../lab-client.ts';
import type { ManagedSite } from './console.ts';
import { BASELINE, type SiteDraft } from './site-drafts.ts';

const CLIENTS = ['c1', 'a1', 'a2', 'a3'] as const;
type ClientName = (typeof CLIENTS)[number];
/** Ports at which the console shows the clients. */
const PORTS: Readonly<Record<ClientName, string>> = { c1: 'lan1', a1: 'p1', a2: 'p2', a3: 'p3' };

const ONLINE_MS = 120_000;
/** Time in which simulated devices report the state after a change. */
const REPORTED_MS = 12_000;
const RECONNECT_MS = 180_000;
const RESET_MS = 60_000;

interface SandboxedSite {
  readonly managed: ManagedSite;
  readonly sandboxId: number;
  readonly macs: ReadonlyMap<ClientName, string>;
}

/** Configures the site, lets each client get an address, and opens a sandbox. */
export async function openLabSandbox(managed: ManagedSite): Promise<SandboxedSite> {
  const { browser, gatewayId, projectId, site, switchId } = managed;
  const isOnline = async (id: string) => (await managed.device(id)).state === 1;
  await pollUntil(() => isOnline(gatewayId), ONLINE_MS);
  await managed.configure(BASELINE.config);
  await pollUntil(() => isOnline(switchId), ONLINE_MS);
  await managed.set(BASELINE.settings);
  const macs = new Map<ClientName, string>();
  for (const name of CLIENTS) macs.set(name, await site.network.client(name).mac());
  await pollUntil(async () => {
    const leases = await Promise.all(CLIENTS.map((name) => lease(managed, name)));
    if (leases.some((each) => each === undefined)) return false;
    const { items } = await browser.call('clientList', { params: { projectId }, query: { online: 'true' } });
    return CLIENTS.every((name) =>
      items.some(({ ip, mac, port }) => mac === macs.get(name) && port === PORTS[name] && ip !== undefined),
    );
  }, ONLINE_MS);
  // The cable between gateway and switch, which both report.
  await pollUntil(async () => {
    const { links } = await browser.call('topologyGet', { params: { projectId }, query: {} });
    return links.some(({ lower, upper }) => lower.nodeId === switchId && upper.nodeId === gatewayId);
  }, ONLINE_MS);
  const { id: sandboxId } = await browser.call('sandboxCreate', { params: { projectId } });
  await pollUntil(async () => {
    const { items } = await browser.call('deviceList', { params: { projectId: sandboxId }, query: {} });
    return items.every(({ config, state }) => state === 1 && config.status === 'applied');
  }, ONLINE_MS);
  return { managed, sandboxId, macs };
}

/** State of one of the networks: texts that are equal where both agree. */
type Findings = Readonly<Record<string, string>>;

/**
 * Applies a draft in the site and in its sandbox. Returns the differences, `real / sandbox`; or the refusal, if both refuse
 * the draft.
 */
export async function compareDraft(
  site: SandboxedSite,
  draft: SiteDraft,
): Promise<{ readonly differences: readonly string[] } | { readonly refusal: string }> {
  const { managed, sandboxId } = site;
  const [real, copied] = await applyInBoth(site, draft);
  if (typeof real === 'string' || typeof copied === 'string')
    return real === copied
      ? { refusal: formatJob(real) }
      : { differences: [`${formatJob(real)} / ${formatJob(copied)}`] };
  const isOnline = await reachesCloud(managed);
  const [measured, shown] = await Promise.all([
    measure(site),
    untilReported(site, isOnline).then(() => readClaims(site, sandboxId)),
  ]);
  const all: Findings = { ...measured, switch: String(isOnline), job: formatJob(real) };
  const claims: Findings = { ...shown, job: formatJob(copied) };
  return {
    differences: Object.entries(all).flatMap(([what, value]) =>
      claims[what] === value ? [] : [`${what}: ${value} / ${claims[what]}`],
    ),
  };
}

/**
 * Applies the configuration from which each draft starts, in both networks, and waits until all devices are online. While
 * the switch is offline, its settings are refused: the configuration of the gateway connects it again first.
 */
export async function resetBoth(site: SandboxedSite): Promise<void> {
  const isOnline = ({ state }: Device) => getDeviceState(state).countsOnline;
  const answers = await applyInBoth(site, BASELINE);
  if (answers.some((answer) => typeof answer === 'string')) {
    await applyInBoth(site, { config: BASELINE.config });
    await untilAll(site, isOnline);
    await applyInBoth(site, BASELINE);
  }
  await untilAll(site, (device) => isOnline(device) && device.config.status === 'applied');
}

/** Waits until the condition holds for the devices of both networks. */
async function untilAll(
  { managed, sandboxId }: SandboxedSite,
  holds: (device: Device) => boolean,
): Promise<void> {
  const areOnline = async (projectId: number): Promise<boolean> => {
    const { items } = await managed.browser.call('deviceList', { params: { projectId }, query: {} });
    return items.every(holds);
  };
  const areBothOnline = async () => (await areOnline(managed.projectId)) && (await areOnline(sandboxId));
  await pollUntil(areBothOnline, RESET_MS).catch(async () => {
    // A switch that had an address of another network keeps it until its lease is renewed, unless it is restarted.
    const { pid } = managed.site.switch.agent;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await pollUntil(areBothOnline, 2 * ONLINE_MS);
  });
}

const formatJob = (job: Job | string): string =>
  typeof job === 'string'
    ? job
    : job.rows
        .map(({ deviceName, state }) => `${deviceName} ${state}`)
        .toSorted()
        .join(', ');

/** The configuration of the site, and the settings of its switch if they are not to stay. */
type AppliedDraft = Pick<SiteDraft, 'config'> & Partial<Pick<SiteDraft, 'settings'>>;

const applyInBoth = ({ managed, sandboxId }: SandboxedSite, draft: AppliedDraft) =>
  Promise.all([apply(managed, managed.projectId, draft), apply(managed, sandboxId, draft)]);

/** Applies a draft in a project. Returns the finished job, or the refusal. */
async function apply(
  { browser }: ManagedSite,
  projectId: number,
  { config, settings }: AppliedDraft,
): Promise<Job | string> {
  const params = { projectId };
  const { name: confirmName } = await browser.call('projectGet', { params });
  const { items } = await browser.call('deviceList', { params, query: {} });
  const deviceId = items.find(({ role }) => role === 'switch')?.id ?? '';
  const { version } = await browser.call('networkConfigGet', { params });
  const { version: baseVersion } = await browser.call('deviceSettingsGet', {
    params: { ...params, deviceId },
  });
  const body = {
    baseVersion: version,
    config,
    confirmName,
    devices: settings ? [{ deviceId, baseVersion, settings }] : [],
  };
  const answer = await browser.fetch(`/api/v1/projects/${projectId}/network-config`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { job, message } = (await answer.json()) as { job?: Job; message?: string };
  if (!job) return `refused: ${message}`;
  return pollUntil(async () => {
    const now = await browser.call('jobGet', { params: { ...params, jobId: job.id } });
    return now.state !== 'running' && now;
  }, 3 * ONLINE_MS);
}

async function isSwitchOnline({ browser }: ManagedSite, projectId: number): Promise<boolean> {
  const { items } = await browser.call('deviceList', { params: { projectId }, query: {} });
  return items.some(({ role, state }) => role === 'switch' && getDeviceState(state).countsOnline);
}

async function lease({ site }: ManagedSite, name: ClientName): Promise<ClientLease | undefined> {
  const client = site.network.client(name);
  await client.forget();
  return client.lease({ tries: 4 }).catch(() => undefined);
}

const NONE = 'none';
const getNetwork = (ip: string): string => ip.split('.').slice(0, 3).join('.');
const isReserved = (ip: string): boolean => /\.5\d$/.test(ip);
const formatAddress = (ip: string): string => (isReserved(ip) ? ip : getNetwork(ip));

/** Returns whether the switch itself reaches the address of the cloud. */
const reachesCloud = ({ site }: ManagedSite): Promise<boolean> =>
  site.network.switch.succeeds('ping', '-n', '-c', '2', '-i', '0.2', '-W', '1', INTERNET_ADDRESS);

/** Waits until the simulated switch is online as the real one is, and the clients are reported. */
async function untilReported({ managed, sandboxId }: SandboxedSite, isOnline: boolean): Promise<void> {
  // A device that has rolled back connects again after a pause.
  await pollUntil(async () => (await isSwitchOnline(managed, sandboxId)) === isOnline, RECONNECT_MS).catch(
    () => undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, REPORTED_MS));
}

/** Measures which addresses the clients get, and what they reach. */
async function measure({ managed }: SandboxedSite): Promise<Findings> {
  const { network } = managed.site;
  const leases = new Map<ClientName, string | undefined>(
    await Promise.all(CLIENTS.map(async (name) => [name, (await lease(managed, name))?.ip] as const)),
  );
  const reaches = async (name: ClientName, ip: string | undefined): Promise<string> =>
    String(leases.get(name) !== undefined && ip !== undefined && (await network.client(name).reaches(ip)));
  const pairs = await Promise.all(
    listPairs().map(
      async ([one, other]) => [`${one} to ${other}`, await reaches(one, leases.get(other))] as const,
    ),
  );
  const internet = await Promise.all(
    CLIENTS.map(async (name) => [`${name} to the internet`, await reaches(name, FAR_ADDRESS)] as const),
  );
  return {
    ...Object.fromEntries(
      CLIENTS.map((name) => [`${name} address`, formatAddress(leases.get(name) ?? NONE)] as const),
    ),
    ...Object.fromEntries([...internet, ...pairs]),
  };
}

const listPairs = (): (readonly [ClientName, ClientName])[] =>
  CLIENTS.flatMap((one, index) => CLIENTS.slice(index + 1).map((other) => [one, other] as const));

/** Reads the same from the console's pages of a sandbox: its list of clients, the check of each connection, its devices. */
async function readClaims({ macs, managed }: SandboxedSite, projectId: number): Promise<Findings> {
  const { browser } = managed;
  const params = { projectId };
  const { items } = await browser.call('clientList', { params, query: { online: 'true' } });
  const findClient = (name: ClientName): OnlineClient | undefined =>
    items.find(({ mac }) => mac === macs.get(name));
  const findAddress = (name: ClientName): string | undefined => {
    const ip = findClient(name)?.ip;
    return ip?.startsWith('169.254.') ? undefined : ip;
  };
  const internet = await Promise.all(
    CLIENTS.map(async (name) => {
      const mac = macs.get(name) ?? '';
      const check = await browser.call('clientConnectionCheck', { params: { ...params, mac } });
      const isOpen = CONNECTION_STEPS.every((step) => check[step].state !== 'failed');
      return [`${name} to the internet`, String(findAddress(name) !== undefined && isOpen)] as const;
    }),
  );
  const pairs = listPairs().map(([one, other]) => {
    const [own, its] = [findAddress(one), findAddress(other)];
    return [
      `${one} to ${other}`,
      String(own !== undefined && its !== undefined && getNetwork(own) === getNetwork(its)),
    ] as const;
  });
  return {
    ...Object.fromEntries(
      CLIENTS.map((name) => [`${name} address`, formatAddress(findAddress(name) ?? NONE)] as const),
    ),
    ...Object.fromEntries([...internet, ...pairs]),
    switch: String(await isSwitchOnline(managed, projectId)),
  };
}
