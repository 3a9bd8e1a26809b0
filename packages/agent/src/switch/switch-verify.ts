import type { BridgePort, SwitchLayout } from './layout.ts';
import type { SwitchRows } from './switch-rows.ts';

/** What the switch's database says otherwise than the layout, as sentences. */
export function layoutProblems(rows: SwitchRows, layout: SwitchLayout): string[] {
  const problems: string[] = [];
  if (!rows.bridge) return ['The switch is not there.'];
  if (rows.bridge.rstp !== (layout.rstpPriority !== undefined))
    problems.push('The spanning tree is not as it should be.');
  for (const port of layout.ports) {
    const row = rows.ports.find(({ name }) => name === port.name);
    if (!row || row.tag !== port.tag || row.mode !== port.mode || !sameNumbers(row.trunks, port.trunks))
      problems.push(`Port ${port.name} is not as it should be.`);
    for (const member of port.members) {
      const own = rows.interfaces.find(({ name }) => name === member);
      if (own?.error !== undefined) problems.push(`Port ${member}: ${own.error}.`);
    }
  }
  return problems;
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

/** How one may ask a running switch. */
export interface SwitchProbe {
  /** What `ofproto/trace` prints for a flow. */
  readonly trace: (flow: string) => Promise<string>;
  /** What `dpif/show` prints. */
  readonly datapath: () => Promise<string>;
}

/** As many VLANs are asked about: each costs a few milliseconds. */
const MOST_PROBED = 8;

/**
 * Asks the switch what it would do with broadcasts: Open vSwitch is known to forget how to flood after a spanning
 * tree, port by port. `up` are interfaces with a link. Sentences on the ports that a broadcast does not reach.
 */
export async function floodProblems(
  { mirror, ports }: SwitchLayout,
  rows: SwitchRows,
  up: ReadonlySet<string>,
  probe: SwitchProbe,
): Promise<string[]> {
  const usable = ports.filter(
    ({ bond, members, name }) =>
      bond === undefined && name !== mirror?.target && members.every((member) => up.has(member)),
  );
  const vlans = [...new Set(usable.map(({ tag }) => tag))].slice(0, MOST_PROBED);
  const numbers = parseDatapath(await probe.datapath());
  const silent = new Set<string>();
  for (const vlan of vlans) {
    const [from, ...others] = usable.filter((port) => carries(port, vlan));
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

/** Interface → number in the datapath, from lines such as `p1 1/3: (system)`. */
function parseDatapath(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^\s+(\S+) \S+\/(\d+): \(/gm)].map(([, name = '', number = '']) => [name, number]),
  );
}

/** Numbers that a frame leaves by; what stands in brackets are arguments. */
function parseActions(text: string): Set<string> {
  const actions = /^Datapath actions: (.*)$/m.exec(text)?.[1] ?? '';
  return new Set(
    actions
      .replaceAll(/\([^()]*\)/g, '')
      .split(',')
      .filter((word) => /^\d+$/.test(word)),
  );
}

const carries = ({ mode, tag, trunks }: BridgePort, vlan: number): boolean =>
  tag === vlan || (mode === 'native-untagged' && trunks.includes(vlan));
