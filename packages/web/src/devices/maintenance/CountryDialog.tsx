import { type Device, findCapabilities, isOpenWifi, type NetworkScope } from '@northlight/contract';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { useApiForm } from '../../kit/form/index.ts';
import { planCommand } from './command-plan.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';
import { useMaintenance } from './use-maintenance.tsx';

/** Lists the countries that a device has reported; those of its model until the report is loaded. */
const listCountries = ({ id, model }: Device, scope: NetworkScope | undefined): readonly string[] =>
  scope?.wireless.devices.find((device) => device.id === id)?.countries ??
  findCapabilities(model)?.countries ??
  [];

const STORED =
  'The country of OpenWiFi devices is stored in the wireless configuration of the project and sent with it.';

/**
 * Selects the regulatory country of the radios, among those that every chosen device supports. OpenWiFi devices get it
 * in another job than devices with a command for it.
 */
export function CountryDialog({ devices, onClose }: MaintenanceDialogProps) {
  const { command } = useMaintenance();
  const { id: projectId } = useProject();
  const scope = useQuery(createQuery('networkConfigGet', { params: { projectId } })).data?.scope;
  const plan = planCommand(
    'country',
    devices.filter((device) => isOpenWifi(device.sn) || listCountries(device, scope).length > 0),
  );
  const supported = plan.devices.map((device) => listCountries(device, scope));
  const groups = Map.groupBy(plan.devices, ({ sn }) => isOpenWifi(sn));
  const common = (supported[0] ?? []).filter((code) => supported.every((list) => list.includes(code)));
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  const { form, ...state } = useApiForm({
    initialValues: { country: null as string | null },
    validate: () => ({}),
    onSubmit: async ({ country }) => {
      if (country === null) return;
      const started: boolean[] = [];
      for (const group of groups.values())
        started.push(
          await command({ kind: 'country', deviceIds: group.map(({ id }) => id), args: { country } }),
        );
      if (started.every(Boolean)) onClose();
    },
  });
  return (
    <FormDialog {...state} title={plan.title} width="narrow" submit="Change country" onClose={onClose}>
      <Text size="sm" mb="sm">
        Takes about {plan.time}. {groups.has(true) && `${STORED} `}
        {plan.effect}
      </Text>
      <Select
        label="Country"
        placeholder="Choose a country"
        searchable
        data-autofocus
        // An open list would cover the buttons of the dialog.
        openOnFocus={false}
        data={common.map((code) => ({ value: code, label: names.of(code) ?? code }))}
        {...form.getInputProps('country')}
      />
      {plan.skipped && (
        <Text size="sm" mt="xs" c="dimmed">
          {plan.skipped}
        </Text>
      )}
    </FormDialog>
  );
}
