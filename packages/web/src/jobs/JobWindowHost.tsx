import { COMMAND_TRAITS, type Job, type Project } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { createQuery } from '../kit/api/index.ts';
import { useNow } from '../kit/format/index.ts';
import { useDialogJob } from './job-window-store.ts';

const JobWindow = lazy(async () => ({ default: (await import('./JobWindow.tsx')).JobWindow }));

/**
 * Time for which a successful job stays visible (ms). A job with problems stays until the user dismisses it.
 */
const DONE_VISIBLE_MS = 12_000;

export function JobWindowHost({ project }: { readonly project: Project }) {
  const jobs = useQuery(createQuery('jobList', { params: { projectId: project.id } })).data?.items ?? [];
  const now = useNow();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [startedAt] = useState(() => Date.now());
  const dialogJob = useDialogJob();
  const shown = jobs.filter(
    (job) => job.id !== dialogJob && !dismissed.has(toJobKey(job)) && isShown(job, now, startedAt),
  );
  const dismiss = () => setDismissed(new Set([...dismissed, ...shown.map(toJobKey)]));
  return <Suspense>{shown.length > 0 && <JobWindow jobs={shown} onDismiss={dismiss} />}</Suspense>;
}

/**
 * Returns a key that includes the state, so that a job that was dismissed while it waited is shown again with
 * its outcome.
 */
function toJobKey({ id, state }: Job): string {
  return `${id} ${state}`;
}

/** Returns true for diagnostics, whose result is shown only on the tab that started them. */
const isDiagnostic = ({ kind }: Job): boolean =>
  kind !== 'configure' && COMMAND_TRAITS[kind].diagnostic === true;

function isShown(job: Job, now: number, startedAt: number): boolean {
  if (isDiagnostic(job)) return false;
  if (job.state === 'running') return true;
  const finished = job.finishedAt === undefined ? 0 : Date.parse(job.finishedAt);
  if (finished < startedAt) return false;
  return job.state !== 'done' || now - finished < DONE_VISIBLE_MS;
}
