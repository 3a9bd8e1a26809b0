import type { Run } from '../system/run.ts';
import type { SwitchKind } from './plan.ts';

const PROBE = 'nlprobe0';

/** The kernel's own VLANs where it has them (8021q), else Open vSwitch in user space. Tried, not guessed. */
export async function probeSwitchKind(link: string, run: Run): Promise<SwitchKind> {
  try {
    await run(['ip', 'link', 'add', 'link', link, 'name', PROBE, 'type', 'vlan', 'id', '4094']);
  } catch {
    return 'ovs';
  }
  await run(['ip', 'link', 'delete', 'dev', PROBE]);
  return 'bridge';
}
