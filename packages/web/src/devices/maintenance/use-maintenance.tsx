import type { Device, Job, MaintenanceCommand } from '@northlight/contract';
import { Text } from '@mantine/core';
import { useProject } from '../../app/shell-context.tsx';
import { ask } from '../../app/confirm-store.ts';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { jobWindow } from '../../jobs/index.ts';
import { planCommand } from './command-plan.ts';

const LOCATE_SECONDS = 60;

type ConfirmedKind = 'reset' | 'poe-restart' | 'locate';

/** Returns functions that start commands on devices. Their jobs appear in the floating window. */
export function useMaintenance() {
  const project = useProject();
  /** Starts a job. Shows a toast if the job is refused; returns true if it was created. */
  const start = async (work: () => Promise<Job>): Promise<boolean> => {
    try {
      await work();
      jobWindow.show();
      await awaitRefetch();
      return true;
    } catch (error) {
      toast.error(error);
      return false;
    }
  };
  const command = (body: MaintenanceCommand): Promise<boolean> =>
    start(() => call('deviceCommand', { params: { projectId: project.id }, body }));
  const confirm = (kind: ConfirmedKind, devices: readonly Device[], after?: () => void): void => {
    const plan = planCommand(kind, devices);
    const deviceIds = plan.devices.map(({ id }) => id);
    const bodies = {
      reset: { kind: 'reset', deviceIds },
      'poe-restart': { kind: 'poe-restart', deviceIds },
      locate: { kind: 'locate', deviceIds, args: { seconds: LOCATE_SECONDS } },
    } as const;
    const body: MaintenanceCommand = bodies[kind];
    if (kind === 'locate') return void command(body);
    ask({
      title: plan.title,
      body: (
        <>
          <Text size="sm">
            Takes about {plan.time}. {plan.effect}
          </Text>
          {plan.skipped && (
            <Text size="sm" mt="xs" c="dimmed">
              {plan.skipped}
            </Text>
          )}
        </>
      ),
      confirm: plan.button,
      danger: plan.danger,
      onConfirm: () => {
        void command(body);
        after?.();
      },
    });
  };
  return { start, command, confirm };
}
