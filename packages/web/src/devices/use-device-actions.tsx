import { type Device, RESTART_MINUTES } from '@northlight/contract';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../app/confirm-store.ts';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { jobWindow } from '../jobs/index.ts';
import { planRestart } from './maintenance/restart-plan.ts';

/**
 * Returns the actions that restart and remove devices of a project. Each asks for a confirmation that names
 * devices, duration and effect.
 */
export function useDeviceActions(projectId: number) {
  const { search, set } = useUrlState();
  const restart = useMutation({ ...createMutation('deviceRestart'), meta: { busy: 'saving' } });
  const remove = useMutation({ ...createMutation('deviceRemove'), meta: { busy: 'saving' } });

  const doRestart = async (devices: readonly Device[]) => {
    try {
      await restart.mutateAsync({
        params: { projectId },
        body: { deviceIds: devices.map(({ id }) => id) },
      });
      jobWindow.show();
      await awaitRefetch();
    } catch (error) {
      toast.error(error);
    }
  };
  const doRemove = async (device: Device) => {
    try {
      await remove.mutateAsync({ params: { projectId, deviceId: device.id } });
      if (search.open === device.id) set({ open: undefined });
      await awaitRefetch();
      toast.done(`${device.name} was removed from the project.`);
    } catch (error) {
      toast.error(error);
    }
  };

  return {
    restart: (devices: readonly Device[], after?: () => void) => {
      const plan = planRestart(devices);
      ask({
        title: plan.title,
        body: (
          <>
            <Text size="sm">
              Takes about {RESTART_MINUTES} min. {plan.effect}
            </Text>
            {plan.skipped && (
              <Text size="sm" mt="xs" c="dimmed">
                {plan.skipped}
              </Text>
            )}
          </>
        ),
        confirm: plan.button,
        onConfirm: () => {
          void doRestart(plan.devices);
          after?.();
        },
      });
    },
    remove: (device: Device) =>
      ask({
        title: `Remove ${device.name}?`,
        body: (
          <Text size="sm">
            The device leaves this project, and its credential is revoked. It keeps its current configuration.
            To add it again, you need its serial number and claim code.
          </Text>
        ),
        confirm: `Remove ${device.name}`,
        danger: true,
        onConfirm: () => void doRemove(device),
      }),
  };
}
