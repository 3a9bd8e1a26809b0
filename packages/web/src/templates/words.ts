import type { TemplateOutcome, TemplatePreview } from '@northlight/contract';
import { plural } from '../kit/format/index.ts';

/** A template is in no project: its times are those of who looks at it. */
export const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const vlanWords = (ids: readonly number[]): string => ids.join(', ');

/** Whether passwords are there: nothing to say where there is no policy. */
export const missingWords = (policies: number, missing: number): string | undefined =>
  policies === 0 ? undefined : missing === 0 ? 'All there' : `${missing} missing`;

export type Standing = 'applies' | 'nothing' | 'refused' | 'reviewed-there';

/** What would become of a project that is looked at. */
export function standingOf({ cutsOff, items, violations }: TemplatePreview): Standing {
  if (violations.length > 0) return 'refused';
  if (cutsOff) return 'reviewed-there';
  return items.every(({ excepted, state }) => excepted || state === 'same') ? 'nothing' : 'applies';
}

/** The head of a project's part: `5 changes, 3 devices`. */
export function standingWords(preview: TemplatePreview): string {
  const standing = standingOf(preview);
  if (standing === 'refused') return `refused: ${plural(preview.violations.length, 'rule')} broken`;
  if (standing === 'reviewed-there') return 'cuts a device off';
  if (standing === 'nothing') return 'nothing to change';
  const { review } = preview;
  return `${plural(review?.changes.length ?? 0, 'change')}, ${plural(review?.devices.length ?? 0, 'device')}`;
}

export const STATE_WORDS: Readonly<Record<TemplatePreview['items'][number]['state'], string>> = {
  new: 'New',
  different: 'Changes',
  same: 'The same',
};

/** A project that was chosen and that nothing was sent to. */
export interface LeftOut {
  readonly projectId: number;
  readonly standing: Exclude<Standing, 'applies'>;
}

export const LEFT_OUT_WORDS: Readonly<Record<LeftOut['standing'], string>> = {
  nothing: 'Nothing to change.',
  refused: 'Not applied: the project would have refused it.',
  'reviewed-there':
    'Not applied: a device would have been cut off. Stage it in the project and review it there.',
};

/** `Applied to 2 of 3 projects`. */
export function outcomeTitle(outcomes: readonly TemplateOutcome[], leftOut: readonly LeftOut[]): string {
  const applied = outcomes.filter(({ result }) => result === 'applied').length;
  return `Applied to ${applied} of ${plural(outcomes.length + leftOut.length, 'project')}`;
}
