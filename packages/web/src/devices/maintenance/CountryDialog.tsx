import { findCapabilities, type Device } from '@northlight/contract';
import { Modal, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { FormFoot } from '../../kit/form/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { planCommand } from './command-plan.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';
import { useMaintenance } from './use-maintenance.tsx';

const listCountries = ({ model }: Device): readonly string[] => findCapabilities(model)?.countries ?? [];

/** Selects the regulatory country of the radios, among those that every chosen device supports. */
export function CountryDialog({ devices, onClose }: MaintenanceDialogProps) {
  const { command } = useMaintenance();
  const [country, setCountry] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const plan = planCommand(
    'country',
    devices.filter((device) => listCountries(device).length > 0),
  );
  const supported = plan.devices.map(listCountries);
  const common = (supported[0] ?? []).filter((code) => supported.every((list) => list.includes(code)));
  const names = new Intl.DisplayNames('en-US', { type: 'region' });
  const submit = async (): Promise<void> => {
    if (country === null) return;
    setBusy(true);
    const started = await command({
      kind: 'country',
      deviceIds: plan.devices.map(({ id }) => id),
      args: { country },
    });
    setBusy(false);
    if (started) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={plan.title} size={POPUP_WIDTHS.narrow}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Text size="sm" mb="sm">
          Takes about {plan.time}. {plan.effect}
        </Text>
        <Select
          label="Country"
          placeholder="Choose a country"
          searchable
          data-autofocus
          // An open list would cover the buttons of the dialog.
          openOnFocus={false}
          data={common.map((code) => ({ value: code, label: names.of(code) ?? code }))}
          value={country}
          onChange={setCountry}
        />
        {plan.skipped && (
          <Text size="sm" mt="xs" c="dimmed">
            {plan.skipped}
          </Text>
        )}
        <FormFoot submit="Change country" busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
