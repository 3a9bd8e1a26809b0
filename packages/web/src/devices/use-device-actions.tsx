import { type Device, RESTART_MINUTES } from '@northlight/contract';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProject } from '../app/current.tsx';
import { ask } from '../app/confirm-store.ts';
import { toast } from '../app/toast.ts';
import { mutation } from '../kit/api/index.ts';
import { plural } from '../kit/format/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { jobWindow } from './job-window-store.ts';
import { restartPlan } from './restart-plan.ts';

/** What can be done to devices, each asked for first with its name, its time and what stops meanwhile. */
export function useDeviceActions() {
  const project = useProject();
  const client = useQueryClient();
  const { search, set } = useUrlState();
  const restart = useMutation({ ...mutation('deviceRestart'), meta: { busy: 'saving' } });
  const remove = useMutation({ ...mutation('deviceRemove'), meta: { busy: 'saving' } });

  const doRestart = async (devices: readonly Device[]) => {
    try {
      await restart.mutateAsync({
        params: { projectId: project.id },
        body: { deviceIds: devices.map(({ id }) => id) },
      });
      jobWindow.show();
      await client.invalidateQueries({ queryKey: ['jobList'] });
    } catch (error) {
      toast.error(error);
    }
  };
  const doRemove = async (device: Device) => {
    try {
      await remove.mutateAsync({ params: { projectId: project.id, deviceId: device.id } });
      if (search.open === device.id) set({ open: undefined });
      await client.invalidateQueries({ queryKey: ['deviceList'] });
      toast.done(`${device.name} was removed from the project.`);
    } catch (error) {
      toast.error(error);
    }
  };

  return {
    restart: (devices: readonly Device[], after?: () => void) => {
      const plan = restartPlan(devices);
      ask({
        title: plan.title,
        body: (
          <>
            <Text size="sm">
              It takes about {plural(RESTART_MINUTES, 'minute')}. {plan.stops}
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
            The device leaves this project and its credential ends. It keeps the configuration that it has. To
            bring it back, add it again with its serial number and claim code.
          </Text>
        ),
        confirm: `Remove ${device.name}`,
        danger: true,
        onConfirm: () => void doRemove(device),
      }),
  };
}
