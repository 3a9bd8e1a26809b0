import type { TemplateOutcome, TemplatePreview } from '@northlight/contract';
import { formatPlural } from '../kit/format/index.ts';

/** Time zone for template times: a template belongs to no project, so the zone of the browser applies. */
export const LOCAL_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const listVlans = (ids: readonly number[]): string => ids.join(', ');

/** Formats the state of stored passwords: `All passwords stored` or `2 passwords missing`; undefined without policies. */
export const formatPasswordsLabel = (policies: number, missing: number): string | undefined =>
  policies === 0
    ? undefined
    : missing === 0
      ? 'All passwords stored'
      : `${formatPlural(missing, 'password')} missing`;

export type PreviewStatus = 'applies' | 'nothing' | 'refused' | 'reviewed-there';

/** Returns the effect of applying the preview to the project. */
export function getPreviewStatus({ cutsOff, items, violations }: TemplatePreview): PreviewStatus {
  if (violations.length > 0) return 'refused';
  if (cutsOff) return 'reviewed-there';
  return items.every(({ excepted, state }) => excepted || state === 'same') ? 'nothing' : 'applies';
}

/** Formats the summary of a project's preview: `5 changes, 3 devices`. */
export function formatPreviewLabel(preview: TemplatePreview): string {
  const status = getPreviewStatus(preview);
  if (status === 'refused') return `rejected: ${formatPlural(preview.violations.length, 'rule')} broken`;
  if (status === 'reviewed-there') return 'would disconnect a device';
  if (status === 'nothing') return 'nothing to change';
  const { review } = preview;
  return `${formatPlural(review?.changes.length ?? 0, 'change')}, ${formatPlural(review?.devices.length ?? 0, 'device')}`;
}

export const STATE_LABELS: Readonly<Record<TemplatePreview['items'][number]['state'], string>> = {
  new: 'New',
  different: 'Changes',
  same: 'Unchanged',
};

/** A selected project to which no changes were sent. */
export interface SkippedProject {
  readonly projectId: number;
  readonly status: Exclude<PreviewStatus, 'applies'>;
}

export const SKIPPED_PROJECT_LABELS: Readonly<Record<SkippedProject['status'], string>> = {
  nothing: 'No changes.',
  refused: 'Not applied. The changes would break a rule of the project.',
  'reviewed-there':
    'Not applied. A device would lose its connection to the cloud. Add the changes to the project’s draft and review them there.',
};

/** Formats the title of the results: `Applied to 2 of 3 projects`. */
export function formatOutcomeTitle(
  outcomes: readonly TemplateOutcome[],
  leftOut: readonly SkippedProject[],
): string {
  const applied = outcomes.filter(({ result }) => result === 'applied').length;
  return `Applied to ${applied} of ${formatPlural(outcomes.length + leftOut.length, 'project')}`;
}
