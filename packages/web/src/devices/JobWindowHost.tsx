import { COMMAND_TRAITS, type Job, type Project } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { q } from '../kit/api/index.ts';
import { useNow } from '../kit/format/index.ts';

const JobWindow = lazy(async () => ({ default: (await import('./JobWindow.tsx')).JobWindow }));

/** A finished job stays long enough to be read; one that went wrong stays until it is put away. */
const LINGER_MS = 12_000;

/** Brings the floating window while there is something to say in it. */
export function JobWindowHost({ project }: { readonly project: Project }) {
  const jobs = useQuery(q('jobList', { params: { projectId: project.id } })).data?.items ?? [];
  const now = useNow();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [startedAt] = useState(() => Date.now());
  const shown = jobs.filter((job) => !dismissed.has(keyOf(job)) && isShown(job, now, startedAt));
  const putAway = () => setDismissed(new Set([...dismissed, ...shown.map(keyOf)]));
  return <Suspense>{shown.length > 0 && <JobWindow jobs={shown} onPutAway={putAway} />}</Suspense>;
}

/** What is put away while it waits comes back with its outcome. */
function keyOf({ id, state }: Job): string {
  return `${id} ${state}`;
}

/** Who asked a device to look around sees the answer where he asked. */
const isLook = ({ kind }: Job): boolean => kind !== 'configure' && COMMAND_TRAITS[kind].diagnostic === true;

function isShown(job: Job, now: number, startedAt: number): boolean {
  if (isLook(job)) return false;
  if (job.state === 'running') return true;
  const finished = job.finishedAt === undefined ? 0 : Date.parse(job.finishedAt);
  if (finished < startedAt) return false;
  return job.state !== 'done' || now - finished < LINGER_MS;
}
