import {
  type DhcpPool,
  type Vlan,
  type ConfigChange,
  describeChanges,
  EMPTY_NETWORK_CONFIG,
  formatAddress,
  type NetworkConfig,
  EMPTY_WIRELESS,
  hasRawKey,
  getSecretSlot,
  type WifiPolicy,
  type WifiSecurity,
  type MergedItem,
  type TemplateContent,
  type TemplatePolicy,
  type TemplatePool,
} from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';

/** Facts about a project that a merge needs in addition to its configuration. */
export interface MergeContext {
  /** LAN ports of the gateway; undefined without a gateway. */
  readonly lanPorts?: readonly { readonly id: string; readonly label: string }[] | undefined;
  /** Returns the current password of a policy of the project. */
  readonly secretOf?: (policyId: string) => string | undefined;
}

export interface MergeResult {
  readonly config: NetworkConfig;
  readonly items: readonly MergedItem[];
}

interface Step {
  readonly config: NetworkConfig;
  readonly item: Omit<MergedItem, 'excepted'>;
}

/**
 * Merges a template into a project's configuration. Matches VLANs by ID, pools by their VLAN, policies by name, then by
 * SSID. Keeps settings that the template does not contain and items in `except`.
 */
export function mergeTemplate(
  config: NetworkConfig,
  content: TemplateContent,
  except: ReadonlySet<string>,
  context: MergeContext = {},
): MergeResult {
  const taken = new Set<string>();
  const steps: ((now: NetworkConfig) => Step)[] = [
    ...content.vlans.map((vlan) => (now: NetworkConfig) => mergeVlan(now, vlan, context)),
    ...content.dhcpPools.map((pool) => (now: NetworkConfig) => mergePool(now, pool)),
    ...content.policies.map((policy) => (now: NetworkConfig) => mergePolicy(now, policy, context, taken)),
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

function mergeVlan(config: NetworkConfig, template: Vlan, { lanPorts }: MergeContext): Step {
  const at = config.vlans.findIndex(({ id }) => id === template.id);
  const own = config.vlans[at];
  const { notes, ...ports } = own
    ? { notes: [], ports: own.ports, ...(own.taggedPorts && { taggedPorts: own.taggedPorts }) }
    : chooseVlanPorts(template, config.vlans, lanPorts);
  const { id, ip, name, prefix } = template;
  const vlan: Vlan = { id, name, ip, prefix, ...ports };
  return {
    config: { ...config, vlans: replaceOrAppend(config.vlans, at, vlan) },
    item: {
      key: formatAddress('vlans', String(id)),
      title: `VLAN ${id} ${name}`,
      path: `vlans.${findIndexOrEnd(config.vlans, at)}`,
      notes,
      ...describeDifference(own && { vlans: [own] }, { vlans: [vlan] }),
    },
  };
}

/** Matches a pool by its VLAN. Keeps the project's name of the pool and its reservations. */
function mergePool(config: NetworkConfig, template: TemplatePool): Step {
  const at = config.dhcpPools.findIndex(({ vlanId }) => vlanId === template.vlanId);
  const own = config.dhcpPools[at];
  const pool: DhcpPool = {
    ...template,
    ...(own && { name: own.name }),
    ...(own?.reservations && { reservations: own.reservations }),
  };
  return {
    config: { ...config, dhcpPools: replaceOrAppend(config.dhcpPools, at, pool) },
    item: {
      key: formatAddress('dhcpPools', String(template.vlanId)),
      title: `DHCP pool of VLAN ${template.vlanId}`,
      path: `dhcpPools.${findIndexOrEnd(config.dhcpPools, at)}`,
      notes: [],
      ...describeDifference(own && { dhcpPools: [own] }, { dhcpPools: [pool] }),
    },
  };
}

/**
 * Keeps the devices of existing policies; new policies apply to all devices. `taken` contains the ids of
 * policies that are matched already.
 */
function mergePolicy(
  config: NetworkConfig,
  template: TemplatePolicy,
  { secretOf }: MergeContext,
  taken: Set<string>,
): Step {
  const wireless = config.wireless ?? EMPTY_WIRELESS;
  const { policies } = wireless;
  const own = findMatchingPolicy(policies, template, taken);
  const at = own ? policies.indexOf(own) : -1;
  const policy: WifiPolicy = {
    ...template,
    id: own?.id ?? findFreeId(template.id, policies),
    security: own ? mergeSecurity(own, template.security, secretOf?.(own.id)) : template.security,
    devices: own?.devices ?? 'all',
  };
  taken.add(policy.id);
  return {
    config: { ...config, wireless: { ...wireless, policies: replaceOrAppend(policies, at, policy) } },
    item: {
      key: formatAddress('policies', template.id),
      title: `Wireless policy ${template.name}`,
      path: `wireless.policies.${findIndexOrEnd(policies, at)}`,
      notes: [],
      ...describeDifference(own && mergeWireless(own), mergeWireless(policy)),
    },
  };
}

const mergeWireless = (policy: WifiPolicy): Partial<NetworkConfig> => ({
  wireless: { ...EMPTY_WIRELESS, policies: [policy] },
});

const haveEqualNames = (one: string, other: string): boolean => normalizeName(one) === normalizeName(other);

function findMatchingPolicy(
  policies: readonly WifiPolicy[],
  { name, ssid }: TemplatePolicy,
  taken: ReadonlySet<string>,
): WifiPolicy | undefined {
  const free = policies.filter(({ id }) => !taken.has(id));
  return (
    free.find((each) => haveEqualNames(each.name, name)) ??
    free.find((each) => haveEqualNames(each.ssid, ssid))
  );
}

/** Returns the id of the template's policy, with a number appended if a policy of the project already has that id. */
function findFreeId(id: string, policies: readonly WifiPolicy[]): string {
  const used = new Set(policies.map((policy) => policy.id));
  let candidate = id;
  for (let count = 2; used.has(candidate); count += 1) candidate = `${id.slice(0, 12)}${count}`;
  return candidate;
}

/** Keeps the project's stored password when the template has none or the same one. */
function mergeSecurity(own: WifiPolicy, template: WifiSecurity, now: string | undefined): WifiSecurity {
  const [typed, kept] = [getSecretSlot({ security: template })?.value, getSecretSlot(own)?.id];
  const sameKind = 'radius' in template === 'radius' in own.security;
  if (template.mode === 'open' || kept === undefined || !sameKind || (typed ?? now) !== now) return template;
  if ('radius' in template) {
    const { ip, port } = template.radius;
    return { ...template, radius: { ip, port, secretId: kept } };
  }
  const { ciphers, keyUpdateSeconds, mode } = template;
  const rawKey = hasRawKey(own.security);
  return { mode, ciphers, keyId: kept, ...(rawKey && { rawKey }), keyUpdateSeconds };
}

const findIndexOrEnd = (items: readonly unknown[], at: number): number => (at < 0 ? items.length : at);

const replaceOrAppend = <T>(items: readonly T[], at: number, item: T): T[] =>
  at < 0 ? [...items, item] : items.map((each, index) => (index === at ? item : each));

function describeDifference(
  own: Partial<NetworkConfig> | undefined,
  after: Partial<NetworkConfig>,
): Pick<Step['item'], 'changes' | 'state'> {
  const changes: ConfigChange[] = describeChanges(
    { ...EMPTY_NETWORK_CONFIG, ...own },
    { ...EMPTY_NETWORK_CONFIG, ...after },
  );
  return { changes, state: !own ? 'new' : changes.length === 0 ? 'same' : 'different' };
}

interface LanPort {
  readonly id: string;
  readonly label: string;
}

/**
 * Returns the ports of a VLAN that a template adds to a project: those that the gateway has and that are not untagged in
 * another VLAN. `notes` explains each omitted port.
 */
function chooseVlanPorts(
  { ports, taggedPorts }: Pick<Vlan, 'ports' | 'taggedPorts'>,
  others: readonly Vlan[],
  lanPorts: readonly LanPort[] | undefined,
): Pick<Vlan, 'ports' | 'taggedPorts'> & { readonly notes: string[] } {
  const labels = lanPorts && new Map(lanPorts.map(({ id, label }) => [id, label] as const));
  const owners = new Map(others.flatMap((vlan) => vlan.ports.map((port) => [port, vlan.id] as const)));
  const notes = new Set<string>();
  const exists = (port: string): boolean => {
    if (!labels || labels.has(port)) return true;
    notes.add(`The gateway has no LAN port ${port}: the port is left out.`);
    return false;
  };
  const isFree = (port: string): boolean => {
    const owner = owners.get(port);
    if (owner === undefined) return true;
    notes.add(`Port ${labels?.get(port) ?? port} is untagged in VLAN ${owner} and stays there.`);
    return false;
  };
  const untagged = ports.filter((port) => exists(port) && isFree(port));
  const tagged = taggedPorts?.filter(exists);
  return { ports: untagged, ...(tagged && { taggedPorts: tagged }), notes: [...notes] };
}
