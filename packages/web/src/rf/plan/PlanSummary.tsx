import { changesChannel, type Permission, type RfPlan, type RfRunDetail } from '@northlight/contract';
import { lazy, Suspense, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { Age, formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { describeEffect, describeMeasured, formatActor, formatInterruption } from '../rf-texts.ts';
import { useRfSettings } from '../use-rf.ts';
import classes from '../rf.module.css';
import { BudgetSlider } from './BudgetSlider.tsx';
import { PowerChoices } from './PowerChoices.tsx';
import type { Selection } from './use-selection.ts';

const ApplyDialog = lazy(async () => ({ default: (await import('./ApplyDialog.tsx')).ApplyDialog }));

interface PlanSummaryProps {
  readonly run: RfRunDetail;
  readonly plan: RfPlan;
  /** Absent for a plan that is applied already. */
  readonly selection: Selection | undefined;
}

/** Effect of a plan, its budget of changes, and the buttons that apply it. Its dialog stays open after the apply. */
export function PlanSummary({ plan, run, selection }: PlanSummaryProps) {
  const { timeZone } = useProject();
  const quietHour = useRfSettings().data?.quietHour;
  const [when, setWhen] = useState<'now' | 'quiet-hour'>();
  const can = selection && canApply(run, selection);
  return (
    <section className={`column gap-10 panel padded ${classes['summary']}`} aria-label="Plan">
      <div className="row wrap between gap-10">
        <div className={`shrink-x ${classes['effect']}`}>
          <h2>{describeEffect(plan)}</h2>
          <p className="mut">
            Planned <Age at={run.endedAt ?? run.startedAt} timeZone={timeZone} verb="" /> by{' '}
            {formatActor(run.startedBy)} · {describeDisturbance(plan)}
          </p>
          {run.application?.state === 'applied' && <p>Measured: {describeMeasured(run)}</p>}
        </div>
        {can && (
          <div className={`row wrap gap-8 ${classes['apply']}`} data-reasons>
            <GatedButton
              variant="default"
              can={quietHour === undefined ? undefined : can}
              onClick={() => setWhen('quiet-hour')}
            >
              Apply at the quiet hour{quietHour !== undefined && ` (${quietHour})`}
            </GatedButton>
            <GatedButton can={can} onClick={() => setWhen('now')}>
              Apply now
            </GatedButton>
          </div>
        )}
      </div>
      {selection?.problem !== undefined && <Notice tone="warning">{selection.problem}</Notice>}
      {selection && <BudgetSlider plan={plan} selection={selection} can={run.can.select} />}
      {selection && <PowerChoices plan={plan} selection={selection} can={run.can.select} />}
      {when && quietHour !== undefined && (
        <Suspense>
          <ApplyDialog run={run} when={when} quietHour={quietHour} onClose={() => setWhen(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function canApply({ can, outdated }: RfRunDetail, { isComputing }: Selection): Permission {
  if (!can.apply.allowed) return can.apply;
  if (outdated.length > 0) return deny('The plan is outdated. Plan again.');
  return isComputing ? deny('The plan is being computed.') : can.apply;
}

/** Describes the clients that notice the changes: `12 radios change their channel · 40 clients disturbed, for 60 s at most`. */
function describeDisturbance({ rows }: RfPlan): string {
  const changed = rows.filter((row) => changesChannel(row) || row.turnsOff);
  if (changed.length === 0) return 'no radio changes its channel';
  const clients = changed.reduce((sum, row) => sum + row.clients, 0);
  const longest = Math.max(...changed.map(({ interruptionSeconds }) => interruptionSeconds));
  const time = longest === 0 ? 'a moment' : `at most ${formatInterruption(longest)}`;
  return `${formatPlural(changed.length, 'radio')} ${changed.length === 1 ? 'changes its channel' : 'change their channel'} · ${formatPlural(clients, 'client')} disturbed for ${time}`;
}
