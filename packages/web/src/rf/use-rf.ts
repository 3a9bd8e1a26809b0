import { ERRORS, RF_ONLINE_MIN, type Permission, type RfRun } from '@northlight/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../kit/api/index.ts';
import { deny } from '../kit/controls/GatedButton.tsx';

export function useRfSettings() {
  const { id: projectId } = useProject();
  return useQuery(createQuery('rfSettingsGet', { params: { projectId } }));
}

export function useInterference() {
  const { id: projectId } = useProject();
  return useQuery(createQuery('rfInterferenceGet', { params: { projectId } }));
}

export function useRuns() {
  const { id: projectId } = useProject();
  return useQuery(createQuery('rfRunList', { params: { projectId } }));
}

/** Interval in which a plan is read again until all its radios have reported it; reports send no event (ms). */
const REPORTS_MS = 15_000;

/** Returns a run with its plan, which follows the reports of its radios; loads nothing without an id. */
export function useRun(runId: string | undefined) {
  const { id: projectId } = useProject();
  return useQuery({
    ...createQuery('rfRunGet', { params: { projectId, runId: runId ?? '' } }),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.plan?.rows.some(({ outcome }) => outcome === 'waiting') === true && REPORTS_MS,
  });
}

/** Returns the permission to start a run, and the function that starts it. */
export function useStartRun(newest: RfRun | undefined) {
  const { id: projectId } = useProject();
  const settings = useRfSettings().data;
  const air = useInterference().data;
  const start = useMutation({
    ...createMutation('rfRunStart'),
    onSuccess: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  return {
    can: settings && air && canStart(settings.can.configure, air.online, newest),
    isStarting: start.isPending,
    start: () => start.mutate({ params: { projectId } }),
  };
}

function canStart(configure: Permission, online: number, newest: RfRun | undefined): Permission {
  if (!configure.allowed) return configure;
  if (newest?.state === 'running') return deny(ERRORS.rfBusy.message);
  return online < RF_ONLINE_MIN ? deny(ERRORS.rfTooFewDevices.message) : configure;
}
