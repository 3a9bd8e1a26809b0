import {
  ERRORS,
  isChangedRow,
  type Permission,
  type RfApplication,
  type RfMeasurement,
  type RfPlan,
  type RfRun,
  type RfRunDetail,
} from '@northlight/contract';
import type { Selectable } from 'kysely';
import { ROUNDS } from './rounds.ts';
import type { RfRunTable, StoredApplication, StoredMeasurement } from './tables.ts';

export const SHOWN_COLUMNS = [
  'id',
  'trigger',
  'cause',
  'state',
  'rounds',
  'started_at',
  'started_by',
  'ended_at',
  'problem',
  'plan',
  'selection',
  'revision',
  'selected',
  'application',
  'measurement',
] as const;
export type ShownRun = Pick<Selectable<RfRunTable>, (typeof SHOWN_COLUMNS)[number]>;

/** Returns the plan of a run as selected; the bound of the whole plan holds for every selection. */
export function getSelectedPlan({ plan, selected }: Pick<ShownRun, 'plan' | 'selected'>): RfPlan | undefined {
  if (!plan || !selected) return plan ?? undefined;
  const { gap } = plan;
  if (gap === undefined) return selected;
  const bound = plan.interferenceAfter / (1 + gap);
  return { ...selected, gap: Math.max(0, selected.interferenceAfter / bound - 1) };
}

/** Returns the predicted change of the interference, as a share; undefined without interference. */
export const getPredictedChange = ({
  interferenceAfter,
  interferenceBefore,
  power,
}: RfPlan): number | undefined =>
  interferenceBefore > 0
    ? (power?.interferenceAfter ?? interferenceAfter) / interferenceBefore - 1
    : undefined;

export function presentRun(row: ShownRun): RfRun {
  const plan = getSelectedPlan(row);
  return {
    id: row.id,
    trigger: row.trigger,
    ...(row.cause !== null && { cause: row.cause }),
    state: row.state,
    percent: Math.round((100 * row.rounds) / ROUNDS),
    startedAt: row.started_at.toISOString(),
    startedBy: row.started_by,
    ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
    ...(row.problem !== null && { problem: row.problem }),
    ...(plan && {
      changes: plan.rows.filter(isChangedRow).length,
      predicted: getPredictedChange(plan),
    }),
    ...(row.application && { application: presentApplication(row.application) }),
    ...presentMeasured(row.measurement),
  };
}

/** Returns the measured change of the loss against the expected one, over all windows that have one. */
function presentMeasured(measurement: StoredMeasurement | null): Pick<RfRun, 'measured'> {
  const compared = measurement?.windows.filter(({ expected = 0 }) => expected > 0) ?? [];
  const expected = compared.reduce((sum, window) => sum + (window.expected ?? 0), 0);
  if (expected === 0) return {};
  return { measured: compared.reduce((sum, { loss }) => sum + loss, 0) / expected - 1 };
}

const presentMeasurement = ({ radios, windows }: StoredMeasurement): RfMeasurement => ({
  windows: windows.map(({ at, expected, loss }) => ({
    at: new Date(at).toISOString(),
    loss,
    ...(expected !== undefined && { expected }),
  })),
  radios: radios.flatMap(({ after, before, deviceId, radioId, windows: count }) =>
    count > 0 ? [{ deviceId, radioId, before: before / count, after: after / count }] : [],
  ),
});

const presentApplication = ({
  actorId: _actor,
  radios: _radios,
  ...shown
}: StoredApplication): RfApplication => shown;

interface RunFacts {
  /** Whether the caller may change the project. */
  readonly write: Permission;
  /** True if no later run has a plan. */
  readonly isNewest: boolean;
  /** Differences between the start of the plan and now. */
  readonly outdated: readonly string[];
}

export function presentDetail(row: ShownRun, { isNewest, outdated, write }: RunFacts): RfRunDetail {
  const plan = getSelectedPlan(row);
  const permit = (obstacle: string | undefined): Permission =>
    write.allowed && obstacle !== undefined
      ? { allowed: false, code: ERRORS.invalidParameters.code, reason: obstacle }
      : write;
  return {
    ...presentRun(row),
    ...(plan && { plan }),
    ...(row.measurement && { measurement: presentMeasurement(row.measurement) }),
    selection: { ...row.selection, revision: row.revision },
    outdated: [...outdated],
    can: {
      select: permit(findSelectObstacle(row, isNewest)),
      apply: permit(findApplyObstacle(row, { isNewest, outdated })),
      restore: permit(findRestoreObstacle(row)),
    },
  };
}

/** Returns why the changes of a plan cannot be selected; undefined if they can. */
export function findSelectObstacle(
  { application, plan, state }: ShownRun,
  isNewest: boolean,
): string | undefined {
  if (state === 'running') return 'The optimization is running.';
  if (!plan) return 'The optimization has no plan.';
  if (!isNewest) return 'There is a newer plan.';
  if (application?.state === 'waiting') return 'The plan waits for the quiet hour. Cancel that first.';
  if (application?.state === 'applied') return 'The plan was applied.';
  if (application?.state === 'restored') return 'The plan was applied and taken back. Plan again.';
  return undefined;
}

export const OUTDATED = 'The plan no longer fits the site. Plan again.';

export function findApplyObstacle(
  row: ShownRun,
  { isNewest, outdated }: Pick<RunFacts, 'isNewest' | 'outdated'>,
): string | undefined {
  const obstacle = findSelectObstacle(row, isNewest);
  if (obstacle !== undefined) return obstacle;
  if (outdated.length > 0) return OUTDATED;
  return getSelectedPlan(row)?.rows.some(isChangedRow) ? undefined : 'The plan changes no radio.';
}

export function findRestoreObstacle({ application }: ShownRun): string | undefined {
  if (application?.state === 'restored') return 'The channels before the plan have been restored.';
  return application?.state === 'applied' ? undefined : 'The plan was not applied.';
}
