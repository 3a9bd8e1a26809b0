import {
  type ConfigReview,
  type DeviceSettings,
  findCapabilities,
  getDefaultPort,
  type NetworkConfig,
  type WifiPolicy,
} from '@northlight/contract';
import { drawRandomInt, type Entropy, SeededEntropy } from '@northlight/runtime';
import type { TestBrowser, TestServer } from '@northlight/server/testing';
import type { Office } from './office.ts';

/** Time after a change in which alarms appear. */
const SETTLE_MS = 20_000;
/** Time after which alarms that differ count as different. */
const LONGEST_SETTLE_MS = 180_000;

/** Devices are named, because their ids differ between both projects. */
interface Draft {
  readonly change: (config: NetworkConfig, idOf: (name: string) => string) => NetworkConfig;
  readonly settings?: {
    readonly device: string;
    readonly change: (before: DeviceSettings) => DeviceSettings;
  };
}

const ACCESS_POINTS = ['AP-1', 'AP-2', 'AP-3', 'AP-4', 'AP-5', 'AP-6'];
const SWITCHES = ['Access-1', 'Access-2', 'Access-3'];
const PORTS = findCapabilities('NL-SW24P')?.ports ?? [];
const keep = (config: NetworkConfig): NetworkConfig => config;

const withPolicies = (
  { wireless, ...config }: NetworkConfig,
  change: (policies: readonly WifiPolicy[]) => WifiPolicy[],
): NetworkConfig => ({ ...config, wireless: { ...wireless!, policies: change(wireless!.policies) } });

/** Draws a draft: a random change of networks, Wi-Fi, radios, or of the ports of a switch. */
function drawDraft(number: number, entropy: Entropy): Draft {
  const draw = (count: number): number => drawRandomInt(entropy, 0, count - 1);
  const choose = <T>(items: readonly T[]): T => items[draw(items.length)]!;
  const vlanId = 100 + draw(12);
  const name = `Net-${number}`;
  const third = vlanId - 80;
  switch (draw(9)) {
    case 0:
    case 1: {
      const vlan = { id: vlanId, name, ip: `10.30.${third}.1`, prefix: 24, ports: [], taggedPorts: ['lan1'] };
      const pool = {
        name: `pool-${vlanId}`,
        vlanId,
        start: `10.30.${third}.${2 + draw(50)}`,
        end: `10.30.${third}.${100 + draw(100)}`,
        dns: [],
        leaseMinutes: 60 + draw(100),
      };
      return {
        change: ({ dhcpPools, vlans, ...config }) => ({
          ...config,
          vlans: [...vlans.filter(({ id }) => id !== vlanId), vlan],
          dhcpPools: [...dhcpPools.filter((each) => each.vlanId !== vlanId), pool],
        }),
      };
    }
    case 2:
      return {
        change: (config) => ({
          ...withPolicies(config, (policies) =>
            policies.map((policy) => (policy.vlanId === vlanId ? { ...policy, vlanId: 20 } : policy)),
          ),
          vlans: config.vlans.filter(({ id }) => id !== vlanId),
          dhcpPools: config.dhcpPools.filter((pool) => pool.vlanId !== vlanId),
        }),
      };
    case 3:
    case 4: {
      const [enabled, onAll] = [draw(4) > 0, draw(2) > 0];
      const some = [...new Set([choose(ACCESS_POINTS), choose(ACCESS_POINTS)])];
      const maxClients = 8 + draw(60);
      return {
        change: (config, idOf) =>
          withPolicies(config, (policies) => [
            ...policies.filter(({ id }) => id !== 'extra'),
            {
              ...policies[0]!,
              id: 'extra',
              name: 'Extra',
              ssid: name,
              enabled,
              maxClients,
              vlanId: 20,
              security: { mode: 'open' },
              devices: onAll ? 'all' : some.map(idOf),
            },
          ]),
      };
    }
    case 5: {
      const [device, power] = [choose(ACCESS_POINTS), 12 + draw(8)];
      return {
        change: (config, idOf) => ({
          ...config,
          wireless: {
            ...config.wireless!,
            radios: [
              ...config.wireless!.radios.filter(({ deviceId }) => deviceId !== idOf(device)),
              {
                deviceId: idOf(device),
                radioId: 'radio1',
                channel: 'auto',
                widthMhz: 'auto',
                powerDbm: power,
              },
            ],
          },
        }),
      };
    }
    default: {
      const port = choose(PORTS);
      const own = choose<object>([
        { mode: 'access', pvid: 20, tagged: [] },
        { mode: 'trunk', pvid: 1, tagged: [20] },
        { mode: 'access', pvid: 1, tagged: [] },
        { enabled: false },
        { enabled: true },
      ]);
      return {
        change: keep,
        settings: {
          device: choose(SWITCHES),
          change: ({ ports = [], ...settings }) => ({
            ...settings,
            ports: [
              ...ports.filter(({ id }) => id !== port.id),
              { ...getDefaultPort(port), ...ports.find(({ id }) => id === port.id), ...own, id: port.id },
            ],
          }),
        },
      };
    }
  }
}

/** The stepped clock is faster than the sockets, so that quiet devices lose their connections now and then. */
const CONNECTION_ALARMS: ReadonlySet<string> = new Set(['device-flapping', 'device-offline']);

interface Pair {
  readonly world: TestServer;
  readonly owner: TestBrowser;
  readonly office: Office;
  readonly sandboxId: number;
}

export interface Agreement {
  /** Drafts that were reviewed and applied in both projects. */
  readonly applied: number;
  /** Of these, drafts with the same number of affected clients: those of the original join and leave. */
  readonly sameClients: number;
  readonly differences: readonly string[];
}

/** Reviews and applies random drafts in an office and in its sandbox, and compares reviews, jobs and alarms. */
export async function compareDrafts(pair: Pair, count: number): Promise<Agreement> {
  const { office, sandboxId } = pair;
  const entropy = new SeededEntropy(2026);
  const differences: string[] = [];
  const compare = (number: number, what: string, real: unknown, copy: unknown): void => {
    const [one, other] = [JSON.stringify(real), JSON.stringify(copy)];
    if (one !== other) differences.push(`${number} ${what}: ${one} / ${other}`);
  };
  let [applied, sameClients] = [0, 0];
  for (let number = 0; applied < count; number++) {
    const draft = drawDraft(number, entropy);
    const real = await reviewIn(pair, office.projectId, draft);
    const copy = await reviewIn(pair, sandboxId, draft);
    compare(number, 'review', real.review ?? real.refusal, copy.review ?? copy.refusal);
    if (!real.staged || !copy.staged || real.review.changes.length === 0) continue;
    if (real.clients === copy.clients) sameClients += 1;
    const jobs = [
      await applyIn(pair, office.projectId, 'Office', real.staged),
      await applyIn(pair, sandboxId, 'Office sandbox', copy.staged),
    ];
    applied += 1;
    compare(number, 'job', await jobs[0]?.(), await jobs[1]?.());
    const isCutOff = real.review.broken.some(({ kind }) => kind === 'management');
    const [alarms, copied] = await settle(pair, isCutOff);
    compare(number, 'alarms', alarms, copied);
  }
  return { applied, sameClients, differences };
}

/** A draft in one of the projects, as the API takes it. */
async function stage({ office, owner }: Pair, projectId: number, draft: Draft) {
  const params = { projectId };
  const { config, version } = await owner.call('networkConfigGet', { params });
  const devices = await office.listDevices(projectId);
  const idOf = (name: string): string => devices.find((each) => each.name === name)?.id ?? '';
  const body = { baseVersion: version, config: draft.change(config, idOf) };
  if (!draft.settings) return { params, body };
  const deviceId = idOf(draft.settings.device);
  const { settings, version: baseVersion } = await owner.call('deviceSettingsGet', {
    params: { projectId, deviceId },
  });
  return {
    params,
    body: { ...body, devices: [{ deviceId, baseVersion, settings: draft.settings.change(settings) }] },
  };
}

/** Returns a review without what must differ: ids. Devices are named. */
function describeReview({ broken = [], changes, costs, devices, refused = [], warnings = [] }: ConfigReview) {
  return {
    changes: changes.map(({ after, now, setting }) => `${setting}: ${now} → ${after}`),
    devices: devices.map(({ items, name, online, restarts }) => ({ name, online, restarts, items })),
    broken: broken.map(({ deviceId: _id, ...path }) => path),
    costs,
    warnings,
    refused: refused.map(({ name, reason }) => ({ name, reason })),
  };
}

async function reviewIn(pair: Pair, projectId: number, draft: Draft) {
  const staged = await stage(pair, projectId, draft);
  const answer = await pair.owner.fetch(`/api/v1/projects/${projectId}/network-config/reviews`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(staged.body),
  });
  const body: unknown = await answer.json();
  return answer.ok
    ? {
        review: describeReview(body as ConfigReview),
        clients: (body as ConfigReview).clientsAffected,
        staged,
      }
    : { refusal: (body as { message: string }).message };
}

/** Applies a draft; the result resolves to the states of its devices, or to the refusal. */
async function applyIn(
  { office, owner }: Pair,
  projectId: number,
  confirmName: string,
  { body }: Awaited<ReturnType<typeof stage>>,
): Promise<() => Promise<unknown>> {
  const answer = await owner.fetch(`/api/v1/projects/${projectId}/network-config`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, confirmName }),
  });
  const { job, message } = (await answer.json()) as { job?: { id: string }; message?: string };
  if (!job) return () => Promise.resolve(message);
  const params = { projectId, jobId: job.id };
  return () =>
    office.inTime(async () => {
      const { rows, state } = await owner.call('jobGet', { params });
      return state !== 'running' && rows.map((row) => `${row.deviceName} ${row.state}`).toSorted();
    });
}

const listOpenAlarms = async ({ owner }: Pair, projectId: number): Promise<string[]> => {
  const { items } = await owner.call('alarmList', { params: { projectId }, query: { limit: 200 } });
  return items
    .filter(({ kind, resolvedAt }) => resolvedAt === undefined && !CONNECTION_ALARMS.has(kind))
    .map(({ device, kind }) => `${kind} ${device?.name}`)
    .toSorted((a, b) => a.localeCompare(b));
};

/**
 * Lets the time pass in which alarms appear, and longer while they differ: each project is checked at times of its own.
 * Returns the open alarms of both. Devices that no change has cut off stay online.
 */
async function settle(pair: Pair, isCutOff: boolean): Promise<readonly [string[], string[]]> {
  const { office, sandboxId, world } = pair;
  const start = world.clock.now();
  return office.inTime(async () => {
    const passed = world.clock.now() - start;
    if (passed < SETTLE_MS) return false;
    const areOnline = (await office.areOnline(office.projectId)) && (await office.areOnline(sandboxId));
    if (!isCutOff && !areOnline) return false;
    const alarms = [
      await listOpenAlarms(pair, office.projectId),
      await listOpenAlarms(pair, sandboxId),
    ] as const;
    return (alarms[0].join() === alarms[1].join() || passed > LONGEST_SETTLE_MS) && alarms;
  });
}
