import type { Run } from '../system/run.ts';
import type { SwitchKind } from './plan.ts';

const PROBE = 'nlprobe0';

/** Whether the kernel has VLANs of its own (8021q). Tried, not guessed. */
export async function canTag(link: string, run: Run): Promise<boolean> {
  try {
    await run(['ip', 'link', 'add', 'link', link, 'name', PROBE, 'type', 'vlan', 'id', '4094']);
  } catch {
    return false;
  }
  await run(['ip', 'link', 'delete', 'dev', PROBE]);
  return true;
}

/** The kernel's own VLANs where it has them, else Open vSwitch in user space. */
export const probeSwitchKind = async (link: string, run: Run): Promise<SwitchKind> =>
  (await canTag(link, run)) ? 'bridge' : 'ovs';
