import type { Alarm } from '@northlight/contract';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';

export interface AlarmActions {
  /** Marks these alarms as read, or all alarms of the project if undefined. */
  readonly read: (alarms: readonly Alarm[] | undefined) => void;
  readonly resolve: (alarms: readonly Alarm[]) => void;
}

/** Returns the actions on alarms; an action on a cause includes the alarms of affected devices. */
export function useAlarmActions(projectId: number): AlarmActions {
  const common = {
    onSettled: awaitRefetch,
    onError: (error: Error) => toast.error(error),
  };
  const mark = useMutation({ ...createMutation('alarmMarkRead'), ...common });
  const resolve = useMutation({ ...createMutation('alarmResolve'), ...common });
  const params = { projectId };
  return {
    read: (alarms) => mark.mutate({ params, body: alarms ? { ids: alarms.map(({ id }) => id) } : {} }),
    resolve: (alarms) => resolve.mutate({ params, body: { ids: alarms.map(({ id }) => id) } }),
  };
}
