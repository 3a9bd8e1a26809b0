import { type Job, getErrorMessage, UPGRADE_TEXTS } from '@northlight/contract';
import { formatPlural, formatTime } from '../kit/format/format.ts';

type Row = Job['rows'][number];

export interface JobRowView {
  readonly tone: 'ok' | 'warn' | 'err' | 'wait' | 'run';
  readonly label: string;
  readonly detail: string | undefined;
}

/** Labels of completed rows, by kind of job. */
const DONE_LABELS: Readonly<Partial<Record<Job['kind'], string>>> = {
  restart: 'Back online',
  reset: 'Reset and back online',
  'cpe-mode': 'Back online',
  upgrade: UPGRADE_TEXTS.success,
  configure: 'Confirmed by the device',
};

const VIEWS: Readonly<Record<Row['state'], Pick<JobRowView, 'tone' | 'label'>>> = {
  queued: { tone: 'wait', label: 'Queued' },
  sent: { tone: 'run', label: 'Sent' },
  running: { tone: 'run', label: 'Running' },
  done: { tone: 'ok', label: 'Done' },
  partial: { tone: 'warn', label: 'Partly applied' },
  failed: { tone: 'err', label: 'Failed' },
  skipped: { tone: 'wait', label: 'Skipped' },
  expired: { tone: 'err', label: 'No answer in time' },
};

/** Returns the label, tone and detail of a row; a row succeeds only after the device has reported success. */
export function describeJobRow(
  job: Pick<Job, 'kind' | 'startsAt' | 'wave'>,
  row: Row,
  timeZone: string,
): JobRowView {
  const view = VIEWS[row.state];
  const reason = row.detail ?? (row.code === undefined ? undefined : getErrorMessage(row.code));
  const { detail, label } = describeText(job, row, reason, timeZone) ?? { label: view.label, detail: reason };
  // Omits the detail if the list of issues shows the same reason next to its setting.
  const repeated = row.issues.some((issue) => issue.reason === detail);
  const percent = view.tone === 'run' && row.percent !== undefined ? `, ${Math.round(row.percent)}%` : '';
  return { tone: view.tone, label: `${label}${percent}`, detail: repeated ? undefined : detail };
}

type Text = Pick<JobRowView, 'label' | 'detail'>;

/** Returns the text of a row; undefined if the general text of its state applies. */
function describeText(
  job: Pick<Job, 'kind' | 'startsAt' | 'wave'>,
  row: Row,
  detail: string | undefined,
  timeZone: string,
): Text | undefined {
  if (row.state === 'done') return { label: DONE_LABELS[job.kind] ?? 'Done', detail };
  if (row.state === 'queued' && row.wave > job.wave) return { label: formatWait(job, row, timeZone), detail };
  // The step of a restart states more than *Running*, and needs no second line.
  if (row.state === 'running' && job.kind === 'restart' && detail !== undefined)
    return { label: detail, detail: undefined };
  return job.kind === 'upgrade' ? describeUpgrade(row.state, detail) : undefined;
}

const UPGRADE_STEPS: readonly string[] = [
  UPGRADE_TEXTS.downloading,
  UPGRADE_TEXTS.upgrading,
  UPGRADE_TEXTS.restarting,
];
const DOWNLOAD_FAILED = `${UPGRADE_TEXTS.downloadFailed}: `;

/** Returns the upgrade text as label. The detail contains the step, or that the download failed. */
function describeUpgrade(state: Row['state'], detail: string | undefined): Text | undefined {
  if (state === 'queued' || state === 'sent') return { label: UPGRADE_TEXTS.waiting, detail };
  if (state === 'running')
    return detail !== undefined && UPGRADE_STEPS.includes(detail)
      ? { label: detail, detail: undefined }
      : { label: UPGRADE_TEXTS.upgrading, detail };
  if (state !== 'failed') return undefined;
  return detail?.startsWith(DOWNLOAD_FAILED)
    ? { label: UPGRADE_TEXTS.downloadFailed, detail: detail.slice(DOWNLOAD_FAILED.length) }
    : { label: UPGRADE_TEXTS.failed, detail };
}

/** Formats the wait of a row: its start time, as in `Starts at 14:03:20`, or its place after other devices. */
function formatWait(
  { startsAt, wave }: Pick<Job, 'startsAt' | 'wave'>,
  row: Pick<Row, 'wave'>,
  timeZone: string,
): string {
  if (startsAt !== undefined && wave === 0) return `Starts at ${formatTime(startsAt, timeZone).slice(-8)}`;
  if (row.wave > wave + 1) return 'Later';
  return wave === 0 ? 'Next: after the first devices' : 'Next';
}

/** Formats a summary of a job, such as `2 of 5 done, 1 failed`. */
export function summarizeJob(job: Job): string {
  const count = (...states: readonly Row['state'][]) =>
    job.rows.filter(({ state }) => states.includes(state)).length;
  if (job.rows.length === 0) return 'saved until a matching device is added';
  const failed = count('failed', 'expired');
  const partial = count('partial');
  const parts = [
    `${count('done', 'partial')} of ${formatPlural(job.rows.length, 'device')} done`,
    failed > 0 && `${failed} failed`,
    partial > 0 && `${partial} partly applied`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Titles by job state; `done` means that every device has confirmed the configuration. */
const OUTCOME_TITLES: Readonly<Record<Job['state'], string>> = {
  running: 'Applying changes',
  done: 'Changes applied',
  partial: 'Changes partly applied',
  failed: 'Changes not applied',
};

/**
 * Returns the title of the dialog after an apply. If no device is affected, it states that the changes are
 * saved.
 */
export function formatOutcomeTitle(job: Job): string {
  return job.rows.length === 0 ? 'Changes saved' : OUTCOME_TITLES[job.state];
}
