import type { RfRunDetail } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import IconAccessPoint from '@tabler/icons-react/dist/esm/icons/IconAccessPoint.mjs';
import { lazy, type ReactNode, Suspense } from 'react';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { LoadFailed, Page } from '../../kit/page/index.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RF_TITLE } from '../rf-texts.ts';
import { NoRadios } from '../NoRadios.tsx';
import { useInterference, useRun, useRuns, useStartRun } from '../use-rf.ts';
import classes from '../rf.module.css';
import { PlanEditContext } from './edit-context.ts';
import { PlanSummary } from './PlanSummary.tsx';
import { RunProgress } from './RunProgress.tsx';
import { usePins } from './use-pins.ts';
import { useSelection } from './use-selection.ts';

const PlanGrid = lazy(async () => ({ default: (await import('../lists.ts')).PlanGrid }));
const ApplicationState = lazy(async () => ({
  default: (await import('./ApplicationState.tsx')).ApplicationState,
}));

/** Starts optimizations, and shows the newest one with its plan. */
export function PlanView({ views }: { readonly views: ReactNode }) {
  const runs = useRuns();
  const newest = runs.data?.items[0];
  const run = useRun(newest?.id);
  const { can, isStarting, start } = useStartRun(newest);
  const failed = runs.error && !runs.data ? runs : run.error && !run.data ? run : undefined;
  const isPlanned = run.data?.plan !== undefined;
  const isOutdated = run.data !== undefined && run.data.outdated.length > 0;
  const button = (
    <GatedButton
      can={can}
      loading={isStarting}
      // An outdated plan cannot be applied, so that this is the main action.
      variant={isPlanned && !isOutdated ? 'default' : 'filled'}
      onClick={start}
    >
      {isPlanned ? 'Plan again' : 'Start optimization'}
    </GatedButton>
  );
  return (
    <Page title={RF_TITLE} layout="fill" tools={views} actions={newest && !isOutdated && button}>
      {failed && <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!runs.data || (newest && !run.data)) && <Skeleton height={220} />}
      {runs.data && !newest && <NoPlan action={button} />}
      {run.data && <Run key={run.data.id} run={run.data} start={button} />}
    </Page>
  );
}

function NoPlan({ action }: { readonly action: ReactNode }) {
  const air = useInterference();
  if (air.data?.radios.length === 0) return <NoRadios online={air.data.online} action={action} />;
  return (
    <div className={`centre grow panel ${classes['empty']}`}>
      <EmptyNote icon={<IconAccessPoint size={40} stroke={1.4} />} title="No plan yet" action={action}>
        An optimization computes the channels with the least interference between your access points and from
        foreign networks. It takes about 3 min and changes nothing: you review the plan before you apply it.
      </EmptyNote>
    </div>
  );
}

interface RunProps {
  readonly run: RfRunDetail;
  /** Button that starts the next optimization. */
  readonly start: ReactNode;
}

function Run({ run, start }: RunProps) {
  const { plan } = run;
  const selection = useSelection(run);
  const pins = usePins();
  const isRunning = run.state === 'running';
  const isEditable =
    !isRunning && run.application?.state !== 'applied' && run.application?.state !== 'restored';
  const edit = isEditable ? { selection, pins, can: run.can.select } : undefined;
  return (
    <PlanEditContext value={edit}>
      {isRunning && <RunProgress run={run} />}
      {run.problem !== undefined && (
        <div className={classes['state']}>
          <Notice tone={run.state === 'failed' ? 'error' : 'plain'}>{run.problem}</Notice>
        </div>
      )}
      {run.application && (
        <Suspense>
          <ApplicationState run={run} />
        </Suspense>
      )}
      {run.outdated.length > 0 && <Outdated sentences={run.outdated} start={start} />}
      {plan && !isRunning && (
        <PlanSummary run={run} plan={plan} selection={isEditable ? selection : undefined} />
      )}
      {plan && (
        <Suspense fallback={<Skeleton height={320} />}>
          <PlanGrid plan={plan} isEditable={isEditable} maxChanges={run.selection.maxChanges} />
        </Suspense>
      )}
    </PlanEditContext>
  );
}

interface OutdatedProps {
  readonly sentences: RfRunDetail['outdated'];
  readonly start: ReactNode;
}

function Outdated({ sentences, start }: OutdatedProps) {
  return (
    <div className={classes['state']}>
      <Notice tone="warning" title="The plan is outdated">
        <div className="row wrap between gap-8" data-reasons>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {start}
        </div>
      </Notice>
    </div>
  );
}
