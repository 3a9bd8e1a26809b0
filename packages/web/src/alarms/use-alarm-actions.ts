import type { Alarm } from '@northlight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../app/toast.ts';
import { mutation } from '../kit/api/index.ts';

export interface AlarmActions {
  /** Without alarms, all of the project's. */
  readonly read: (alarms: readonly Alarm[] | undefined) => void;
  readonly resolve: (alarms: readonly Alarm[]) => void;
}

/** What can be done with alarms; what is behind one goes along. */
export function useAlarmActions(projectId: number): AlarmActions {
  const client = useQueryClient();
  const common = {
    onSettled: () =>
      Promise.all(
        ['alarmList', 'projectList', 'projectGet'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
    onError: (error: Error) => toast.error(error),
  };
  const mark = useMutation({ ...mutation('alarmMarkRead'), ...common });
  const end = useMutation({ ...mutation('alarmResolve'), ...common });
  const params = { projectId };
  return {
    read: (alarms) => mark.mutate({ params, body: alarms ? { ids: alarms.map(({ id }) => id) } : {} }),
    resolve: (alarms) => end.mutate({ params, body: { ids: alarms.map(({ id }) => id) } }),
  };
}
