import type { PlanStep } from '../system/plan-step.ts';
import type { Segment } from './render.ts';

export type SwitchKind = 'bridge' | 'ovs';

/** Name of the bridge of Open vSwitch. */
export const OVS_BRIDGE = 'br-nl';

export interface PlanContext {
  readonly kind: SwitchKind;
  readonly lan: readonly string[];
  /** Address of the OVS database, `unix:/…/db.sock`; unused with kernel bridges. */
  readonly ovsDb: string;
}

/** Current segments of the machine, and its tag devices, each of which carries one VLAN of a port. */
export interface PresentInterfaces {
  readonly segments: readonly Pick<Segment, 'device' | 'ip' | 'prefix'>[];
  readonly tagDevices: readonly string[];
}

export const NO_INTERFACES: PresentInterfaces = { segments: [], tagDevices: [] };

const createStep = (...argv: [string, ...string[]]): PlanStep => ({ argv });

/**
 * Returns the name of the kernel device for a VLAN of a port. It contains the port's index, because interface
 * names have at most 15 characters.
 */
export const nameTagDevice = (vlanId: number, port: string, lan: readonly string[]): string =>
  `nlt${vlanId}p${lan.indexOf(port)}`;

/**
 * Plans the steps from one layout to another, links before addresses. Every step is idempotent, so that the
 * plan can run again from the start after an interruption.
 */
export function planGateway(
  old: PresentInterfaces,
  next: readonly Segment[],
  context: PlanContext,
): PlanStep[] {
  const links = context.kind === 'ovs' ? planOvs(old, next, context) : planBridges(old, next, context);
  return [...links, ...next.flatMap((segment) => planAddress(segment, old))];
}

const listRemovedDevices = (old: PresentInterfaces, next: readonly Segment[]): string[] =>
  old.segments.map(({ device }) => device).filter((name) => !next.some(({ device }) => device === name));

function planOvs(old: PresentInterfaces, next: readonly Segment[], { lan, ovsDb }: PlanContext): PlanStep[] {
  const commands = [
    ['--may-exist', 'add-br', OVS_BRIDGE],
    ['set', 'bridge', OVS_BRIDGE, 'datapath_type=netdev'],
    ...listRemovedDevices(old, next).map((device) => ['--if-exists', 'del-port', OVS_BRIDGE, device]),
    ...next.flatMap(({ device, vlanId }) => [
      ['--may-exist', 'add-port', OVS_BRIDGE, device],
      ['set', 'port', device, `tag=${vlanId}`],
      ['set', 'interface', device, 'type=internal'],
    ]),
    ...lan.flatMap((port) => {
      const vlans = formatOvsVlans(port, next);
      if (!vlans) return [['--if-exists', 'del-port', OVS_BRIDGE, port]];
      return [
        ['--may-exist', 'add-port', OVS_BRIDGE, port],
        ['set', 'port', port, ...vlans],
      ];
    }),
  ];
  const transaction = commands.flatMap((command) => ['--', ...command]);
  return [
    createStep('ovs-vsctl', `--db=${ovsDb}`, '--timeout=10', ...transaction),
    ...next.map(({ device }) => createStep('ip', 'link', 'set', 'dev', device, 'up')),
  ];
}

/**
 * Returns the VLAN columns of an Open vSwitch port. It sets all columns, so that no value of an earlier mode
 * remains.
 */
function formatOvsVlans(port: string, segments: readonly Segment[]): string[] | undefined {
  const untagged = segments.find(({ ports }) => ports.includes(port))?.vlanId;
  const tagged = segments.filter(({ taggedPorts }) => taggedPorts.includes(port)).map(({ vlanId }) => vlanId);
  if (untagged === undefined && tagged.length === 0) return undefined;
  if (tagged.length === 0) return ['vlan_mode=access', `tag=${untagged}`, 'trunks=[]'];
  if (untagged === undefined) return ['vlan_mode=trunk', 'tag=[]', `trunks=${tagged.join(',')}`];
  // Lists the native VLAN in `trunks` too, because Open vSwitch drops it otherwise.
  return ['vlan_mode=native-untagged', `tag=${untagged}`, `trunks=${[untagged, ...tagged].join(',')}`];
}

function planBridges(old: PresentInterfaces, next: readonly Segment[], { lan }: PlanContext): PlanStep[] {
  const findSegment = (port: string): Segment | undefined => next.find(({ ports }) => ports.includes(port));
  const exists = (device: string): boolean => old.segments.some((segment) => segment.device === device);
  const tags = next.flatMap(({ device, taggedPorts, vlanId }) =>
    taggedPorts.map((port) => ({ port, vlanId, bridge: device, device: nameTagDevice(vlanId, port, lan) })),
  );
  return [
    ...old.tagDevices
      .filter((name) => !tags.some(({ device }) => device === name))
      .map((name) => createStep('ip', 'link', 'delete', 'dev', name)),
    ...listRemovedDevices(old, next).map((device) => createStep('ip', 'link', 'delete', 'dev', device)),
    ...next
      .filter(({ device }) => !exists(device))
      .map(({ device }) => createStep('ip', 'link', 'add', 'name', device, 'type', 'bridge')),
    ...lan.map((port) => {
      const segment = findSegment(port);
      return segment
        ? createStep('ip', 'link', 'set', 'dev', port, 'master', segment.device)
        : createStep('ip', 'link', 'set', 'dev', port, 'nomaster');
    }),
    ...tags
      .filter(({ device }) => !old.tagDevices.includes(device))
      .map(({ device, port, vlanId }) =>
        createStep('ip', 'link', 'add', 'link', port, 'name', device, 'type', 'vlan', 'id', String(vlanId)),
      ),
    ...tags.map(({ bridge, device }) =>
      createStep('ip', 'link', 'set', 'dev', device, 'master', bridge, 'up'),
    ),
    ...next.map(({ device }) => createStep('ip', 'link', 'set', 'dev', device, 'up')),
  ];
}

function planAddress({ device, ip, prefix }: Segment, old: PresentInterfaces): PlanStep[] {
  const before = old.segments.find((segment) => segment.device === device);
  const isChanged = before !== undefined && (before.ip !== ip || before.prefix !== prefix);
  return [
    ...(isChanged ? [createStep('ip', '-4', 'address', 'flush', 'dev', device)] : []),
    createStep('ip', 'address', 'replace', `${ip}/${prefix}`, 'dev', device),
  ];
}
