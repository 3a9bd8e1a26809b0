import type { DeviceRecord, WorkRow } from '@northlight/device-plane';
import { isOpen, type AcknowledgedState } from './console.ts';
import { cutsOff, isRefused, type PhysicalDevice, getSerial } from './physical-device.ts';
import { formatNameMark } from './wire-watch.ts';
import type { StoryWorld } from './world.ts';

const HELD: ReadonlySet<number> = new Set([3, 4, 8]);

/** Checks the invariants of every device. Call it after the periods without faults in `fault-free-period.ts`. */
export async function checkInvariants(world: StoryWorld): Promise<void> {
  const { console, devices, store, violated } = world;
  for (const device of devices) {
    const ours = console.ofSerial(device.sn);
    const claimedAs = await store.claimedAs(device.sn);
    if (claimedAs !== ours?.id) violated(`I1: ${device.sn} is ${claimedAs}, the console has ${ours?.id}`);
    if (!ours) {
      if (!(await store.waiting()).includes(device.sn))
        violated(`I9: ${device.sn} does not wait for an owner`);
      continue;
    }
    const { id, promised } = ours;
    if (device.id !== id) {
      violated(`I9: ${device.sn} is ${device.id}, not ${id}`);
      continue;
    }
    const record = await store.device(id);
    checkConfiguration(world, device, record, promised);
    checkWork(world, device, record, { promised, rows: await store.rows(id) });
    const open = (await store.alarms(id)).filter((alarm) => alarm.open);
    if (new Set(open.map(({ kind }) => kind)).size !== open.length) violated(`I10: ${id} has an alarm twice`);
    if (open.some(({ kind }) => kind === 'device-offline'))
      violated(`I9: ${id} is online and shown as offline`);
  }
}

function checkConfiguration(
  { violated }: StoryWorld,
  { flash, running, sn }: PhysicalDevice,
  record: DeviceRecord,
  { desiredHash, projectId }: AcknowledgedState,
): void {
  const { badRev, desired, reportedHash, reportedRev, session, state } = record;
  if ((desired?.hash ?? '') !== desiredHash) violated(`I1: ${sn} lost its desired configuration`);
  if (session === undefined) violated(`I9: ${sn} is not online`);
  if (state === 0 || state === 9) violated(`I9: ${sn} is online and in state ${state}`);
  if (reportedRev !== flash.active.rev || (reportedHash !== flash.active.hash && reportedHash !== ''))
    violated(`I4: ${sn} runs ${flash.active.rev}, the cloud has ${reportedRev}`);
  if (flash.trial) violated(`I9: ${sn} is still trying ${flash.trial.rev}`);
  if (getSerial(running) !== getSerial(flash.active.config))
    violated(`I9: ${sn} runs another configuration than it stores`);
  const name = running.vlans[0]?.name ?? formatNameMark(projectId);
  if (!name.startsWith(formatNameMark(projectId))) violated(`I6: ${sn} of project ${projectId} runs ${name}`);
  if (!desired) return;
  const { rev } = desired;
  const undone = badRev === rev && !cutsOff(running);
  const isBad = isRefused(desired.config) || cutsOff(desired.config);
  if (isBad && !undone) violated(`I9: ${sn} did not report ${rev} as bad`);
  // A trial is rolled back also when the device cannot reach the cloud.
  if (reportedRev !== rev && !undone) violated(`I9: ${sn} is at ${reportedRev}, not ${rev}`);
}

function checkWork(
  { violated }: StoryWorld,
  { executed, sn }: PhysicalDevice,
  { state }: DeviceRecord,
  { promised, rows }: { readonly promised: AcknowledgedState; readonly rows: readonly WorkRow[] },
): void {
  for (const row of rows.filter(isOpen)) violated(`I5: ${row.kind} ${row.id} of ${sn} is still ${row.state}`);
  const known = new Set(rows.map((row) => row.id));
  for (const cid of promised.commands) if (!known.has(cid)) violated(`I1: ${cid} is lost`);
  for (const { id: cid, kind, state: end } of rows)
    if (kind !== 'configure' && end === 'done' && !executed.includes(cid))
      violated(`I5: ${cid} is done and never ran`);
  if (HELD.has(state)) violated(`I5: ${sn} stays in state ${state}`);
}
