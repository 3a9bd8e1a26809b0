import { type Job, messageOf } from '@northlight/contract';
import { plural } from '../kit/format/format.ts';

type Row = Job['rows'][number];

export interface JobRowView {
  readonly tone: 'ok' | 'warn' | 'err' | 'wait' | 'run';
  readonly word: string;
  readonly detail: string | undefined;
}

/** Done, in the words of what was asked for. */
const DONE_WORDS: Readonly<Partial<Record<Job['kind'], string>>> = {
  restart: 'Back online',
  reset: 'Reset and back online',
  'cpe-mode': 'Back online',
  upgrade: 'Success',
  configure: 'Confirmed by the device',
};

const VIEWS: Readonly<Record<Row['state'], Pick<JobRowView, 'tone' | 'word'>>> = {
  queued: { tone: 'wait', word: 'Queued' },
  sent: { tone: 'run', word: 'Sent' },
  running: { tone: 'run', word: 'Running' },
  done: { tone: 'ok', word: 'Done' },
  partial: { tone: 'warn', word: 'Partly applied' },
  failed: { tone: 'err', word: 'Failed' },
  skipped: { tone: 'wait', word: 'Skipped' },
  expired: { tone: 'err', word: 'No answer in time' },
};

/** How a row reads; success is said only after the device itself reported it. */
export function jobRowView(kind: Job['kind'], row: Row): JobRowView {
  const view = VIEWS[row.state];
  const word =
    row.state === 'done'
      ? (DONE_WORDS[kind] ?? 'Done')
      : waitsForWave(row)
        ? 'Waits for its wave'
        : view.word;
  const detail = row.detail ?? (row.code === undefined ? undefined : messageOf(row.code));
  // An issue says the same at the place where it belongs.
  const repeated = row.issues.some(({ reason }) => reason === detail);
  return { tone: view.tone, word, detail: repeated ? undefined : detail };
}

const waitsForWave = ({ state, wave }: Row): boolean => state === 'queued' && wave > 0;

/** `2 of 5 done, 1 failed`. */
export function jobSummary(job: Job): string {
  const count = (...states: readonly Row['state'][]) =>
    job.rows.filter(({ state }) => states.includes(state)).length;
  if (job.rows.length === 0) return 'kept until a device joins that takes it';
  const failed = count('failed', 'expired');
  const partial = count('partial');
  const parts = [
    `${count('done', 'partial')} of ${plural(job.rows.length, 'device')} done`,
    failed > 0 && `${failed} failed`,
    partial > 0 && `${partial} partly`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Success is claimed only when the devices themselves have reported it. */
const OUTCOME_TITLES: Readonly<Record<Job['state'], string>> = {
  running: 'Applying changes',
  done: 'Changes applied',
  partial: 'Changes partly applied',
  failed: 'Changes not applied',
};

/** With no device to take it there is nothing that was applied. */
export function outcomeTitle(job: Job): string {
  return job.rows.length === 0 ? 'Changes kept' : OUTCOME_TITLES[job.state];
}
