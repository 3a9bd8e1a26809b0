import type { LinkState } from './state.ts';

export interface ProgressLine {
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Numbers of failed attempts at which the log reports it: soon, because a newcomer waits for it, and then about once an hour. */
const FIRST_REPORT = 3;
const REPORT_EVERY = 60;
const isWorthReporting = (failures: number): boolean =>
  failures === FIRST_REPORT || failures % REPORT_EVERY === 0;

/** Returns the log lines of a step: connected, waiting to be claimed, claimed, configuration confirmed, connection lost. */
export function describeProgress(before: LinkState, after: LinkState): ProgressLine[] {
  const lines: ProgressLine[] = [];
  const add = (text: string, fields: ProgressLine['fields'] = {}): void => void lines.push({ text, fields });
  const { active, credential } = after.saved;
  if (credential && credential.id !== before.saved.credential?.id)
    add('the device is claimed and has received its credential', { id: credential.id });
  if (after.phase === 'online' && before.phase !== 'online')
    add(
      after.role === 'device'
        ? 'connected to the cloud'
        : 'connected to the cloud, waiting until the device is added to a project',
    );
  if (before.phase === 'online' && after.phase !== 'online' && before.role === 'device')
    add('disconnected from the cloud');
  if (before.failures < after.failures && isWorthReporting(after.failures))
    add(
      'the cloud cannot be reached; check that this device has an address, and the host and port of the cloud',
      {
        attempts: after.failures,
      },
    );
  if (active && active.rev !== before.saved.active?.rev)
    add('the configuration is applied and confirmed', { rev: active.rev });
  return lines;
}
