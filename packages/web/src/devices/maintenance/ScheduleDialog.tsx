import { newRestartSchedule, type RestartSchedule, WEEKDAYS } from '@northlight/contract';
import { Button, Checkbox, Group, Modal, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { FormFoot, useApiForm, findZodErrors } from '../../kit/form/index.ts';
import { formatTime, formatPlural } from '../../kit/format/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';

/** Lists scheduled restarts and schedules one for the chosen devices, in the project's time zone. */
export function ScheduleDialog({ devices, onClose }: MaintenanceDialogProps) {
  const project = useProject();
  const params = { projectId: project.id };
  const list = useQuery(createQuery('restartScheduleList', { params }));
  const deviceIds = devices.map(({ id }) => id);
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { at: '03:30', weekdays: [] as string[] },
    validate: (values) => findZodErrors(newRestartSchedule, buildBody(values)),
    onSubmit: async (values) => {
      const added = await call('restartScheduleAdd', { params, body: buildBody(values) });
      await awaitRefetch();
      const when = added.nextAt === undefined ? '' : ` ${formatTime(added.nextAt, project.timeZone)}`;
      toast.done(`${formatPlural(deviceIds.length, 'device')} will restart at${when}.`);
      onClose();
    },
  });
  const remove = async ({ id }: RestartSchedule): Promise<void> => {
    try {
      await call('restartScheduleRemove', { params: { ...params, scheduleId: id } });
      await awaitRefetch();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Scheduled restarts" size={POPUP_WIDTHS.medium}>
      {(list.data?.items.length ?? 0) > 0 && (
        <ul className="entries">
          {list.data?.items.map((schedule) => (
            <li key={schedule.id}>
              <span>
                {schedule.at}, {daysText(schedule)}: {formatPlural(schedule.deviceIds.length, 'device')}
                <Text component="span" size="sm" c="dimmed">
                  {schedule.nextAt === undefined
                    ? ' · completed'
                    : ` · next ${formatTime(schedule.nextAt, project.timeZone)}`}
                </Text>
              </span>
              <Button variant="default" onClick={() => void remove(schedule)}>
                Delete schedule
              </Button>
            </li>
          ))}
        </ul>
      )}
      {devices.length === 0 && list.data?.items.length === 0 && (
        <Text size="sm">No scheduled restarts. Choose devices in the list to schedule one.</Text>
      )}
      {devices.length > 0 && (
        <form onSubmit={onSubmit} noValidate>
          <Text size="sm" fw={600} mt="md" mb="xs">
            Restart {formatPlural(devices.length, 'device')}
          </Text>
          <TextInput
            label="Time"
            description={`HH:MM in the project’s time zone (${project.timeZone})`}
            {...form.getInputProps('at')}
          />
          <Checkbox.Group
            label="Days"
            description="Leave all days unselected to restart once"
            mt="sm"
            {...form.getInputProps('weekdays')}
          >
            <Group gap="sm" mt={6}>
              {WEEKDAYS.map((day, index) => (
                <Checkbox key={day} size="xs" value={String(index + 1)} label={day} />
              ))}
            </Group>
          </Checkbox.Group>
          <Text size="sm" c="dimmed" mt="sm">
            Devices that are offline, or online for less than 1 h, are skipped.
          </Text>
          <FormFoot problem={problem} submit="Schedule" busy={busy} onCancel={onClose} />
        </form>
      )}
    </Modal>
  );

  function buildBody({ at, weekdays }: { at: string; weekdays: string[] }) {
    return { deviceIds, at, weekdays: weekdays.map(Number) };
  }
}

const daysText = ({ weekdays }: RestartSchedule): string =>
  weekdays.length === 0
    ? 'once'
    : weekdays.length === 7
      ? 'every day'
      : weekdays.map((day) => WEEKDAYS[day - 1]?.slice(0, 3)).join(' ');
