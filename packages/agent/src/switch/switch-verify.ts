import type { BridgePort, SwitchLayout } from './layout.ts';
import type { SwitchRows } from './switch-rows.ts';

/** Returns the sentences that describe differences between the switch's database and the layout. */
export function findLayoutProblems(rows: SwitchRows, layout: SwitchLayout): string[] {
  const problems: string[] = [];
  if (!rows.bridge) return ['The switch does not exist.'];
  if (rows.bridge.rstp !== (layout.rstpPriority !== undefined))
    problems.push('The spanning tree setting differs from the configuration.');
  for (const port of layout.ports) {
    const row = rows.ports.find(({ name }) => name === port.name);
    if (!row || row.tag !== port.tag || row.mode !== port.mode || !haveSameNumbers(row.trunks, port.trunks))
      problems.push(`Port ${port.name} differs from the configuration.`);
    for (const member of port.members) {
      const own = rows.interfaces.find(({ name }) => name === member);
      if (own?.error !== undefined) problems.push(`Port ${member}: ${own.error}.`);
    }
  }
  return problems;
}

const haveSameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Functions that query a running switch. */
export interface SwitchProbe {
  /** Returns the output of `ofproto/trace` for a flow. */
  readonly trace: (flow: string) => Promise<string>;
  /** Returns the output of `dpif/show`. */
  readonly datapath: () => Promise<string>;
}

/** Maximum number of probed VLANs, because each one delays the confirmation of a configuration. */
const MAX_PROBED = 8;

/**
 * Traces broadcasts through the switch, because Open vSwitch may stop flooding to single ports after spanning
 * tree was on. `up` contains the interfaces with a link. Returns a sentence for each port that a broadcast
 * does not reach.
 */
export async function findFloodProblems(
  { mirror, ports }: SwitchLayout,
  rows: SwitchRows,
  up: ReadonlySet<string>,
  probe: SwitchProbe,
): Promise<string[]> {
  const usable = ports.filter(
    ({ bond, members, name }) =>
      bond === undefined && name !== mirror?.target && members.every((member) => up.has(member)),
  );
  const vlans = [...new Set(usable.map(({ tag }) => tag))].slice(0, MAX_PROBED);
  const numbers = parseDatapath(await probe.datapath());
  const silent = new Set<string>();
  for (const vlan of vlans) {
    const [from, ...others] = usable.filter((port) => isCarried(port, vlan));
    const ofport = rows.interfaces.find(({ name }) => name === from?.name)?.ofport;
    if (!from || ofport === undefined || others.length === 0) continue;
    const tagged = from.tag === vlan ? '' : `,dl_vlan=${vlan}`;
    const text = await probe.trace(
      `in_port=${ofport}${tagged},dl_src=02:00:5e:00:00:01,dl_dst=ff:ff:ff:ff:ff:ff,dl_type=0x0806`,
    );
    const reached = parseActions(text);
    for (const { name } of others) {
      const number = numbers.get(name);
      if (number !== undefined && !reached.has(number)) silent.add(name);
    }
  }
  return [...silent].map((name) => `A broadcast does not reach port ${name}.`);
}

/** Returns the datapath number of each interface, from lines such as `p1 1/3: (system)`. */
function parseDatapath(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^\s+(\S+) \S+\/(\d+): \(/gm)].map(([, name = '', number = '']) => [name, number]),
  );
}

/**
 * Returns the datapath numbers of the ports that a frame leaves through. Text in parentheses contains only
 * arguments.
 */
function parseActions(text: string): Set<string> {
  const actions = /^Datapath actions: (.*)$/m.exec(text)?.[1] ?? '';
  return new Set(
    actions
      .replaceAll(/\([^()]*\)/g, '')
      .split(',')
      .filter((action) => /^\d+$/.test(action)),
  );
}

const isCarried = ({ mode, tag, trunks }: BridgePort, vlan: number): boolean =>
  tag === vlan || (mode === 'native-untagged' && trunks.includes(vlan));
