import { type Job, type Permission, type RfInterference } from '@northlight/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../../kit/api/index.ts';
import { deny } from '../../kit/controls/GatedButton.tsx';
import { useRfSettings } from '../use-rf.ts';

const ENDED: ReadonlySet<Job['rows'][number]['state']> = new Set([
  'done',
  'partial',
  'failed',
  'skipped',
  'expired',
]);

/** Returns the progress of a job over all its devices (%). */
export function computePercent({ rows }: Job): number {
  const sum = rows.reduce((total, { percent = 0, state }) => total + (ENDED.has(state) ? 100 : percent), 0);
  return rows.length === 0 ? 0 : sum / rows.length;
}

/** Returns the remaining time of a job at its present pace (s); undefined before there is a pace. */
export function estimateRemaining(job: Job, now: number): number | undefined {
  const percent = computePercent(job);
  const elapsed = (now - Date.parse(job.createdAt)) / 1000;
  return percent > 0 && elapsed > 0 ? (elapsed * (100 - percent)) / percent : undefined;
}

/** Returns the scan of the site that runs, the permission to start one, and the function that starts it. */
export function useScan(air: RfInterference | undefined) {
  const { id: projectId } = useProject();
  const settings = useRfSettings().data;
  const jobs = useQuery(createQuery('jobList', { params: { projectId } })).data?.items;
  const start = useMutation({
    ...createMutation('rfScanStart'),
    onSuccess: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  // The tools of a device scan one device; the scan of the site has them all, even if it is only one.
  const running = jobs?.find(
    ({ id, kind, rows, state }) =>
      kind === 'wifi-scan' && state === 'running' && (rows.length > 1 || id === start.data?.id),
  );
  const configure = settings?.can.configure;
  return {
    running,
    can: configure && air && canScan(configure, air.online, running),
    isStarting: start.isPending,
    start: () => start.mutate({ params: { projectId } }),
  };
}

function canScan(configure: Permission, online: number, running: Job | undefined): Permission {
  if (!configure.allowed) return configure;
  if (running) return deny('The access points scan at the moment.');
  return online === 0 ? deny('No access point is online.') : configure;
}
