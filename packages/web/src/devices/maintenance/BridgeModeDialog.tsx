import { Modal, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { FormFoot } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { planCommand } from './command-plan.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';
import { useMaintenance } from './use-maintenance.tsx';

/**
 * Dialog that switches a bridge between client and access point mode, which takes up to 2 min (specification
 * §4).
 */
export function BridgeModeDialog({ devices, onClose }: MaintenanceDialogProps) {
  const { command } = useMaintenance();
  const [mode, setMode] = useState<'client' | 'ap'>('client');
  const [busy, setBusy] = useState(false);
  const plan = planCommand(
    'cpe-mode',
    devices.filter(({ features }) => features.includes('cpe-mode')),
  );
  const submit = async (): Promise<void> => {
    setBusy(true);
    const deviceIds = plan.devices.map(({ id }) => id);
    const started = await command({ kind: 'cpe-mode', deviceIds, args: { mode } });
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
        <SegmentedControl
          fullWidth
          aria-label="Mode"
          value={mode}
          onChange={(value) => setMode(value === 'ap' ? 'ap' : 'client')}
          data={[
            { value: 'client', label: 'Client' },
            { value: 'ap', label: 'Access point' },
          ]}
        />
        <Text size="sm" my="sm" c="dimmed">
          {mode === 'client'
            ? 'Connects to an access point and passes its network to the LAN port.'
            : 'Provides the network that other bridges connect to.'}
        </Text>
        <Notice tone="warning">{plan.effect}</Notice>
        <FormFoot submit={plan.button} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
