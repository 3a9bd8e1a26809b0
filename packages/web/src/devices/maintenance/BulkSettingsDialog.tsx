import type { BulkSettings } from '@northlight/contract';
import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { useProjectDraft } from '../../draft/index.ts';
import { toErrorSentence } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';

/** `keep` leaves the setting of each device unchanged. */
type Choice = 'on' | 'off' | 'keep';

const FIELDS = [
  { key: 'enabled', label: 'Access ports', on: 'Enabled', off: 'Disabled' },
  { key: 'poe', label: 'PoE on access ports', on: 'On', off: 'Off' },
  { key: 'eee', label: 'Energy saving (EEE)', on: 'On', off: 'Off' },
  { key: 'stp', label: 'Spanning tree', on: 'On', off: 'Off' },
] as const;
type Field = (typeof FIELDS)[number]['key'];

const NO_CHANGES: Readonly<Record<Field, Choice>> = {
  enabled: 'keep',
  poe: 'keep',
  eee: 'keep',
  stp: 'keep',
};

function toBulkSettings(deviceIds: string[], choices: Readonly<Record<Field, Choice>>): BulkSettings {
  const { stp, ...ports } = choices;
  const named = Object.entries(ports).filter(([, choice]) => choice !== 'keep');
  return {
    deviceIds,
    ...(named.length > 0 && {
      ports: Object.fromEntries(named.map(([key, choice]) => [key, choice === 'on'])),
    }),
    ...(stp !== 'keep' && { spanningTree: { enabled: stp === 'on' } }),
  };
}

/**
 * Dialog that stages settings of several devices together and then opens the review of the draft. Settings that the user
 * does not select stay unchanged.
 */
export function BulkSettingsDialog({ devices, onClose }: MaintenanceDialogProps) {
  const project = useProject();
  const { draft } = useProjectDraft(project.id);
  const { set } = useUrlState();
  const [choices, setChoices] = useState(NO_CHANGES);
  const review = () => {
    onClose();
    set({ dialog: 'review' });
  };
  const stage = useMutation({
    mutationFn: async (bulk: BulkSettings) => (await draft?.changeInBulk(bulk)) ?? [],
    meta: { busy: 'saving' },
    onSuccess: (refused) => {
      if (refused.length === 0) review();
    },
  });
  const refused = stage.data ?? [];
  const isAnyStaged = refused.length < devices.length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Edit ${formatPlural(devices.length, 'device')}`}
      size={POPUP_WIDTHS.wide}
    >
      {stage.error && <Notice tone="error">{toErrorSentence(stage.error)}</Notice>}
      {stage.data ? (
        <Notice tone="plain" title={`${formatPlural(refused.length, 'device')} left out`}>
          <ul>
            {refused.map(({ id, name, reason }) => (
              <li key={id}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Stack gap="sm">
          {FIELDS.map(({ key, label, on, off }) => (
            <Group key={key} justify="space-between">
              <Text size="sm">{label}</Text>
              <SegmentedControl
                size="xs"
                aria-label={label}
                value={choices[key]}
                onChange={(value) => setChoices({ ...choices, [key]: value })}
                data={[
                  { value: 'keep', label: 'No change' },
                  { value: 'on', label: on },
                  { value: 'off', label: off },
                ]}
              />
            </Group>
          ))}
        </Stack>
      )}
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          {stage.data ? 'Close' : 'Cancel'}
        </Button>
        {stage.data ? (
          isAnyStaged && <Button onClick={review}>Review the other devices</Button>
        ) : (
          <Button
            disabled={!draft || Object.values(choices).every((choice) => choice === 'keep')}
            loading={stage.isPending}
            onClick={() =>
              stage.mutate(
                toBulkSettings(
                  devices.map(({ id }) => id),
                  choices,
                ),
              )
            }
          >
            Review changes
          </Button>
        )}
      </Group>
    </Modal>
  );
}
