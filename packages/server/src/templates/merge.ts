import {
  type DhcpPool,
  type Vlan,
  type ConfigChange,
  describeChanges,
  EMPTY_NETWORK_CONFIG,
  type NetworkConfig,
  EMPTY_WIRELESS,
  hasRawKey,
  slotOf,
  type WifiPolicy,
  type WifiSecurity,
  type MergedItem,
  type TemplateContent,
  type TemplatePolicy,
  type TemplatePool,
} from '@northlight/contract';
import { normalForm } from '@northlight/contract/net';
import { fittedPorts } from './template-ports.ts';

/** What a merge asks of a project beside its document. */
export interface MergeGround {
  /** LAN ports of its gateway; undefined while it has none. */
  readonly lanPorts?: readonly { readonly id: string; readonly label: string }[] | undefined;
  /** The password that a policy of the project has now. */
  readonly secretOf?: (policyId: string) => string | undefined;
}

export interface Merged {
  readonly config: NetworkConfig;
  readonly items: readonly MergedItem[];
}

interface Step {
  readonly config: NetworkConfig;
  readonly item: Omit<MergedItem, 'excepted'>;
}

/**
 * A template laid over a project's document. VLANs are found by their ID, pools by their VLAN, policies by name, else
 * by SSID; what the template does not speak of stays as it is, and so does what is left out.
 */
export function mergeTemplate(
  config: NetworkConfig,
  content: TemplateContent,
  except: ReadonlySet<string>,
  ground: MergeGround = {},
): Merged {
  const taken = new Set<string>();
  const steps: ((now: NetworkConfig) => Step)[] = [
    ...content.vlans.map((vlan) => (now: NetworkConfig) => mergeVlan(now, vlan, ground)),
    ...content.dhcpPools.map((pool) => (now: NetworkConfig) => mergePool(now, pool)),
    ...content.policies.map((policy) => (now: NetworkConfig) => mergePolicy(now, policy, ground, taken)),
  ];
  const items: MergedItem[] = [];
  let merged = config;
  for (const step of steps) {
    const { config: after, item } = step(merged);
    const excepted = except.has(item.key);
    if (!excepted) merged = after;
    const { path, ...rest } = item;
    items.push({ ...rest, excepted, ...(!excepted && path !== undefined && { path }) });
  }
  return { config: merged, items };
}

function mergeVlan(config: NetworkConfig, wanted: Vlan, { lanPorts }: MergeGround): Step {
  const at = config.vlans.findIndex(({ id }) => id === wanted.id);
  const own = config.vlans[at];
  const { notes, ...ports } = own
    ? { notes: [], ports: own.ports, ...(own.taggedPorts && { taggedPorts: own.taggedPorts }) }
    : fittedPorts(wanted, config.vlans, lanPorts);
  const { id, ip, name, prefix } = wanted;
  const vlan: Vlan = { id, name, ip, prefix, ...ports };
  return {
    config: { ...config, vlans: put(config.vlans, at, vlan) },
    item: {
      key: `vlan:${id}`,
      title: `VLAN ${id} ${name}`,
      path: `vlans.${placeOf(config.vlans, at)}`,
      notes,
      ...difference(own && { vlans: [own] }, { vlans: [vlan] }),
    },
  };
}

/** A pool is known by its VLAN; what the project calls it, and which addresses it keeps for whom, stays. */
function mergePool(config: NetworkConfig, wanted: TemplatePool): Step {
  const at = config.dhcpPools.findIndex(({ vlanId }) => vlanId === wanted.vlanId);
  const own = config.dhcpPools[at];
  const pool: DhcpPool = {
    ...wanted,
    ...(own && { name: own.name }),
    ...(own?.reservations && { reservations: own.reservations }),
  };
  return {
    config: { ...config, dhcpPools: put(config.dhcpPools, at, pool) },
    item: {
      key: `pool:${wanted.vlanId}`,
      title: `DHCP pool of VLAN ${wanted.vlanId}`,
      path: `dhcpPools.${placeOf(config.dhcpPools, at)}`,
      notes: [],
      ...difference(own && { dhcpPools: [own] }, { dhcpPools: [pool] }),
    },
  };
}

/** The devices of a policy stay those of the project; a new one is for all. `taken` are policies that others met. */
function mergePolicy(
  config: NetworkConfig,
  wanted: TemplatePolicy,
  { secretOf }: MergeGround,
  taken: Set<string>,
): Step {
  const wireless = config.wireless ?? EMPTY_WIRELESS;
  const { policies } = wireless;
  const own = counterpart(policies, wanted, taken);
  const at = own ? policies.indexOf(own) : -1;
  const policy: WifiPolicy = {
    ...wanted,
    id: own?.id ?? freeId(wanted.id, policies),
    security: own ? securityOver(own, wanted.security, secretOf?.(own.id)) : wanted.security,
    devices: own?.devices ?? 'all',
  };
  taken.add(policy.id);
  return {
    config: { ...config, wireless: { ...wireless, policies: put(policies, at, policy) } },
    item: {
      key: `policy:${wanted.id}`,
      title: `Wireless policy ${wanted.name}`,
      path: `wireless.policies.${placeOf(policies, at)}`,
      notes: [],
      ...difference(own && airOf(own), airOf(policy)),
    },
  };
}

const airOf = (policy: WifiPolicy): Partial<NetworkConfig> => ({
  wireless: { ...EMPTY_WIRELESS, policies: [policy] },
});

const same = (one: string, other: string): boolean => normalForm(one) === normalForm(other);

function counterpart(
  policies: readonly WifiPolicy[],
  { name, ssid }: TemplatePolicy,
  taken: ReadonlySet<string>,
): WifiPolicy | undefined {
  const free = policies.filter(({ id }) => !taken.has(id));
  return free.find((each) => same(each.name, name)) ?? free.find((each) => same(each.ssid, ssid));
}

/** The id that it has in the template, unless another policy of the project has it. */
function freeId(id: string, policies: readonly WifiPolicy[]): string {
  const used = new Set(policies.map((policy) => policy.id));
  let candidate = id;
  for (let count = 2; used.has(candidate); count += 1) candidate = `${id.slice(0, 12)}${count}`;
  return candidate;
}

/** The project's own password stays where the template has none, or the same one: then nothing changes. */
function securityOver(own: WifiPolicy, wanted: WifiSecurity, now: string | undefined): WifiSecurity {
  const [typed, kept] = [slotOf({ security: wanted })?.value, slotOf(own)?.id];
  const sameKind = 'radius' in wanted === 'radius' in own.security;
  if (wanted.mode === 'open' || kept === undefined || !sameKind || (typed ?? now) !== now) return wanted;
  if ('radius' in wanted) {
    const { ip, port } = wanted.radius;
    return { ...wanted, radius: { ip, port, secretId: kept } };
  }
  const { ciphers, keyUpdateSeconds, mode } = wanted;
  const rawKey = hasRawKey(own.security);
  return { mode, ciphers, keyId: kept, ...(rawKey && { rawKey }), keyUpdateSeconds };
}

const placeOf = (items: readonly unknown[], at: number): number => (at < 0 ? items.length : at);

const put = <T>(items: readonly T[], at: number, item: T): T[] =>
  at < 0 ? [...items, item] : items.map((each, index) => (index === at ? item : each));

function difference(
  own: Partial<NetworkConfig> | undefined,
  after: Partial<NetworkConfig>,
): Pick<Step['item'], 'changes' | 'state'> {
  const changes: ConfigChange[] = describeChanges(
    { ...EMPTY_NETWORK_CONFIG, ...own },
    { ...EMPTY_NETWORK_CONFIG, ...after },
  );
  return { changes, state: !own ? 'new' : changes.length === 0 ? 'same' : 'different' };
}
