import type { Segment } from './render.ts';

/** One program with its arguments; never a shell. */
export interface PlanStep {
  readonly argv: readonly [program: string, ...args: string[]];
}

export type SwitchKind = 'bridge' | 'ovs';

/** The one switch of the OVS backend. */
export const OVS_BRIDGE = 'br-nl';

export interface PlanContext {
  readonly kind: SwitchKind;
  readonly lan: readonly string[];
  /** OVS only: `unix:/…/db.sock`. */
  readonly ovsDb: string;
}

const step = (...argv: [string, ...string[]]): PlanStep => ({ argv });

/**
 * From one layout to another, links before addresses. Every step may be repeated, so that a plan that was cut short
 * can be run again from the start.
 */
export function plan(old: readonly Segment[], next: readonly Segment[], context: PlanContext): PlanStep[] {
  const gone = old.filter(({ device }) => !next.some((segment) => segment.device === device));
  const links = context.kind === 'ovs' ? planOvs(gone, next, context) : planBridges(gone, old, next, context);
  return [...links, ...next.flatMap((segment) => planAddress(segment, old))];
}

function planOvs(
  gone: readonly Segment[],
  next: readonly Segment[],
  { lan, ovsDb }: PlanContext,
): PlanStep[] {
  const memberOf = (port: string): Segment | undefined => next.find(({ ports }) => ports.includes(port));
  const commands = [
    ['--may-exist', 'add-br', OVS_BRIDGE],
    ['set', 'bridge', OVS_BRIDGE, 'datapath_type=netdev'],
    ...gone.map(({ device }) => ['--if-exists', 'del-port', OVS_BRIDGE, device]),
    ...next.flatMap(({ device, vlanId }) => [
      ['--may-exist', 'add-port', OVS_BRIDGE, device],
      ['set', 'port', device, `tag=${vlanId}`],
      ['set', 'interface', device, 'type=internal'],
    ]),
    ...lan.flatMap((port) => {
      const segment = memberOf(port);
      if (!segment) return [['--if-exists', 'del-port', OVS_BRIDGE, port]];
      return [
        ['--may-exist', 'add-port', OVS_BRIDGE, port],
        ['set', 'port', port, 'vlan_mode=access', `tag=${segment.vlanId}`],
      ];
    }),
  ];
  const transaction = commands.flatMap((command) => ['--', ...command]);
  return [
    step('ovs-vsctl', `--db=${ovsDb}`, '--timeout=10', ...transaction),
    ...next.map(({ device }) => step('ip', 'link', 'set', 'dev', device, 'up')),
  ];
}

function planBridges(
  gone: readonly Segment[],
  old: readonly Segment[],
  next: readonly Segment[],
  { lan }: PlanContext,
): PlanStep[] {
  const memberOf = (port: string): Segment | undefined => next.find(({ ports }) => ports.includes(port));
  const exists = (device: string): boolean => old.some((segment) => segment.device === device);
  return [
    ...gone.map(({ device }) => step('ip', 'link', 'delete', 'dev', device)),
    ...next
      .filter(({ device }) => !exists(device))
      .map(({ device }) => step('ip', 'link', 'add', 'name', device, 'type', 'bridge')),
    ...lan.map((port) => {
      const segment = memberOf(port);
      return segment
        ? step('ip', 'link', 'set', 'dev', port, 'master', segment.device)
        : step('ip', 'link', 'set', 'dev', port, 'nomaster');
    }),
    ...next.map(({ device }) => step('ip', 'link', 'set', 'dev', device, 'up')),
  ];
}

function planAddress({ device, ip, prefix }: Segment, old: readonly Segment[]): PlanStep[] {
  const before = old.find((segment) => segment.device === device);
  const moved = before !== undefined && (before.ip !== ip || before.prefix !== prefix);
  return [
    ...(moved ? [step('ip', '-4', 'address', 'flush', 'dev', device)] : []),
    step('ip', 'address', 'replace', `${ip}/${prefix}`, 'dev', device),
  ];
}
