import type { RunProgram } from '../system/run.ts';
import type { SwitchKind } from './plan.ts';

const PROBE = 'nlprobe0';

/** Returns true when the kernel supports tagged VLANs (8021q). Creates a VLAN device to find out. */
export async function canTag(link: string, run: RunProgram): Promise<boolean> {
  try {
    await run(['ip', 'link', 'add', 'link', link, 'name', PROBE, 'type', 'vlan', 'id', '4094']);
  } catch {
    return false;
  }
  await run(['ip', 'link', 'delete', 'dev', PROBE]);
  return true;
}

/** Chooses kernel bridges if the kernel supports VLANs, otherwise Open vSwitch in user space. */
export const probeSwitchKind = async (link: string, run: RunProgram): Promise<SwitchKind> =>
  (await canTag(link, run)) ? 'bridge' : 'ovs';
