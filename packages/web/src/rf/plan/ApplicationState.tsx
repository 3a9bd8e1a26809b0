import type { RfApplication, RfRun } from '@northlight/contract';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatPlural, formatTime } from '../../kit/format/index.ts';
import { formatOutcomeTitle, JobRows, summarizeJob } from '../../jobs/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatActor } from '../rf-texts.ts';
import { useRfSettings } from '../use-rf.ts';
import classes from '../rf.module.css';

/** States whether and when a plan was applied, with its next step; nothing for a plan that was not applied. */
export function ApplicationState({ run }: { readonly run: RfRun }) {
  const { timeZone } = useProject();
  const { application } = run;
  if (!application) return null;
  const { at, by, changes, jobId, reason, restoreJobId, restoredAt, restoredBy, state } = application;
  const time = formatTime(at, timeZone);
  const amount = formatPlural(changes, 'change');
  const why = reason === undefined ? '' : ` ${reason}`;
  if (state === 'waiting')
    return (
      <State tone="plain" text={`Waits to be applied at ${time}: ${amount}, by ${formatActor(by)}.`}>
        <CancelApplication run={run} />
      </State>
    );
  if (state === 'refused') return <State tone="warning" text={`Not applied at ${time}.${why}`} />;
  if (state === 'applied')
    return (
      <State tone="good" text={`Applied at ${time} by ${formatActor(by)}: ${amount}.`}>
        <JobButton jobId={jobId} />
      </State>
    );
  return (
    <State
      tone="plain"
      text={`Applied at ${time}, restored at ${formatTime(restoredAt, timeZone)}${restoredBy === undefined ? '' : ` by ${formatActor(restoredBy)}`}.${why}`}
    >
      <JobButton jobId={restoreJobId ?? jobId} />
    </State>
  );
}

interface StateProps {
  readonly tone: 'plain' | 'good' | 'warning';
  readonly text: string;
  readonly children?: ReactNode;
}

function State({ children, text, tone }: StateProps) {
  return (
    <div className={classes['state']}>
      <Notice tone={tone}>
        <div className="row wrap between gap-8" data-reasons>
          <span>{text}</span>
          {children}
        </div>
      </Notice>
    </div>
  );
}

function CancelApplication({ run }: { readonly run: RfRun }) {
  const { id: projectId } = useProject();
  const settings = useRfSettings().data;
  const cancel = useMutation({
    ...createMutation('rfApplicationCancel'),
    onSuccess: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  return (
    <GatedButton
      size="compact-sm"
      variant="default"
      can={settings?.can.configure}
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ params: { projectId, runId: run.id } })}
    >
      Cancel application
    </GatedButton>
  );
}

function JobButton({ jobId }: { readonly jobId: RfApplication['jobId'] }) {
  const [isOpen, setOpen] = useState(false);
  if (jobId === undefined) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Show devices
      </Button>
      {isOpen && <JobDialog jobId={jobId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Answers of the devices to the changes. */
function JobDialog({ jobId, onClose }: { readonly jobId: string; readonly onClose: () => void }) {
  const { id: projectId } = useProject();
  const { data: job, error } = useQuery(createQuery('jobGet', { params: { projectId, jobId } }));
  return (
    <Modal opened onClose={onClose} title={job ? formatOutcomeTitle(job) : 'Job'} size={POPUP_WIDTHS.medium}>
      {error && <Notice tone="error">{toErrorSentence(error)}</Notice>}
      {!job && !error && <Skeleton height={120} />}
      {job && (
        <>
          <p className="mut below">{summarizeJob(job)}</p>
          <JobRows job={job} />
        </>
      )}
    </Modal>
  );
}
