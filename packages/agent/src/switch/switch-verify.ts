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

/**
 * Asks the switch what it would do with a broadcast: Open vSwitch is known to forget how to flood after a spanning
 * tree. `up` are interfaces with a link; without two of them in one VLAN there is nothing to ask.
 */
export async function floodProblem(
  { mirror, ports }: SwitchLayout,
  rows: SwitchRows,
  up: ReadonlySet<string>,
  trace: (flow: string) => Promise<string>,
): Promise<string[]> {
  const usable = ports.filter(
    ({ bond, members, name }) =>
      bond === undefined && name !== mirror?.target && members.every((member) => up.has(member)),
  );
  const pair = usable
    .flatMap((from, index) => usable.slice(index + 1).map((to) => ({ from, to, vlan: sharedVlan(from, to) })))
    .find(({ vlan }) => vlan !== undefined);
  const number = rows.interfaces.find(({ name }) => name === pair?.from.name)?.ofport;
  if (!pair || number === undefined || pair.vlan === undefined) return [];
  const tagged = pair.from.tag === pair.vlan ? '' : `,dl_vlan=${pair.vlan}`;
  const text = await trace(
    `in_port=${number}${tagged},dl_src=02:00:5e:00:00:01,dl_dst=ff:ff:ff:ff:ff:ff,dl_type=0x0806`,
  );
  const actions = /^Datapath actions: (.*)$/m.exec(text)?.[1] ?? 'drop';
  return actions === 'drop' ? [`${pair.from.name} and ${pair.to.name} do not reach each other.`] : [];
}

const carries = ({ mode, tag, trunks }: BridgePort, vlan: number): boolean =>
  tag === vlan || (mode === 'native-untagged' && trunks.includes(vlan));

const sharedVlan = (a: BridgePort, b: BridgePort): number | undefined =>
  [a.tag, b.tag].find((vlan) => carries(a, vlan) && carries(b, vlan));
