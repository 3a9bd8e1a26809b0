import { ERRORS } from '@northlight/contract';
import type { CommandArgs } from '@northlight/contract/device-protocol';
import type { CommandedDevice, ReportCommand } from '../simulated-commands.ts';

const STEPS = [10, 35, 60, 85] as const;
const STEP_MS = 15_000;

/** Formats a disk, which a failed disk does not survive. A disk whose recorder loses its power meanwhile has no format. */
export async function formatDisk(
  device: CommandedDevice,
  { disk }: CommandArgs<'disk-format'>,
  report: ReportCommand,
): Promise<void> {
  const { recorder } = device;
  const state = recorder?.getDiskState(disk);
  const fail = (error: 'diskFormatFailed' | 'diskFormatting' | 'diskMissing'): void =>
    report({ state: 'failed', code: ERRORS[error].code, result: { reason: ERRORS[error].message } });
  if (!recorder || state === undefined || state === 'missing') return fail('diskMissing');
  if (state === 'formatting') return fail('diskFormatting');
  recorder.setDiskState(disk, 'formatting');
  for (const percent of STEPS) {
    report({ state: 'running', percent, step: 'Formatting' });
    await device.delay(STEP_MS, STEP_MS);
    if (device.isOff()) return recorder.setDiskState(disk, state === 'failed' ? 'failed' : 'unformatted');
  }
  recorder.setDiskState(disk, state === 'unformatted' ? 'normal' : state);
  return state === 'failed' ? fail('diskFormatFailed') : report({ state: 'done', percent: 100, result: {} });
}
