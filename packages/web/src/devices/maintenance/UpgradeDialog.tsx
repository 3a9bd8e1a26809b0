import { type Device, type Firmware, UPGRADE_WAVES, WAVE_ABORT_PERCENT } from '@northlight/contract';
import { compareVersions, isFirmwareForModel } from '@northlight/contract/device-protocol';
import { Checkbox, Modal, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { call, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { formatBytes, formatPlural } from '../../kit/format/index.ts';
import { FormFoot } from '../../kit/form/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import type { MaintenanceDialogProps } from './MaintenanceDialogs.tsx';
import { useMaintenance } from './use-maintenance.tsx';

const isNewer = ({ version }: Firmware, { softwareVersion }: Device): boolean =>
  softwareVersion === undefined || compareVersions(version, softwareVersion) > 0;

/** Selects firmware for the chosen devices, newest first, and shows how many are left out. */
export function UpgradeDialog({ devices, onClose }: MaintenanceDialogProps) {
  const project = useProject();
  const { start } = useMaintenance();
  const list = useQuery(createQuery('firmwareList', { params: { projectId: project.id } }));
  const [chosen, setChosen] = useState<string>();
  const [downgrade, setDowngrade] = useState(false);
  const [waves, setWaves] = useState(true);
  const [busy, setBusy] = useState(false);
  const matching = (list.data?.items ?? []).filter((item) =>
    devices.some(({ model }) => isFirmwareForModel(item, model)),
  );
  const firmware = matching.find(({ id }) => id === chosen) ?? matching[0];
  const upgradable = devices.filter(
    (device) =>
      device.can.upgrade.allowed &&
      firmware !== undefined &&
      isFirmwareForModel(firmware, device.model) &&
      (downgrade || isNewer(firmware, device)),
  );
  const submit = async (): Promise<void> => {
    if (!firmware) return;
    setBusy(true);
    const body = { deviceIds: upgradable.map(({ id }) => id), firmwareId: firmware.id, waves, downgrade };
    const started = await start(() => call('deviceUpgrade', { params: { projectId: project.id }, body }));
    setBusy(false);
    if (started) onClose();
  };
  const [only] = devices;
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        devices.length === 1 && only
          ? `Upgrade ${only.name}`
          : `Upgrade ${formatPlural(devices.length, 'device')}`
      }
      size={POPUP_WIDTHS.medium}
    >
      {list.error && <Notice tone="error">{toErrorSentence(list.error)}</Notice>}
      {!list.data && !list.error && <Skeleton height={120} />}
      {list.data && !firmware && (
        <Notice tone="plain">
          No firmware for {devices.length === 1 && only ? only.modelName : 'these models'} yet. Upload an
          upgrade file under Firmware.
        </Notice>
      )}
      {firmware && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Radio.Group label="Software" value={firmware.id} onChange={setChosen}>
            <Stack gap={8} mt={6}>
              {matching.map((item) => (
                <Radio
                  key={item.id}
                  value={item.id}
                  label={`${item.version}${item.channel ? `, ${item.channel}` : ', uploaded here'}`}
                  description={[item.models.join(', '), formatBytes(item.sizeBytes), item.notes]
                    .filter(Boolean)
                    .join(' · ')}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Stack gap={8} mt="md">
            {devices.length > 1 && (
              <Checkbox
                label={`In waves of ${UPGRADE_WAVES.map((share) => `${share}%`).join(', ')} of the devices`}
                description={`If more than ${WAVE_ABORT_PERCENT}% of a wave fail, the following waves are cancelled`}
                checked={waves}
                onChange={(event) => setWaves(event.currentTarget.checked)}
              />
            )}
            <Checkbox
              label="Include devices that run the same or a newer version"
              checked={downgrade}
              onChange={(event) => setDowngrade(event.currentTarget.checked)}
            />
          </Stack>
          <Text size="sm" mt="md">
            {upgradable.length === 0
              ? 'The chosen devices cannot be upgraded to this version now. Choose another version or other devices.'
              : `${formatPlural(upgradable.length, 'device')}, about 5 min each. They restart; devices behind them are offline meanwhile.`}
          </Text>
          {upgradable.length < devices.length && upgradable.length > 0 && (
            <Text size="sm" c="dimmed">
              {formatPlural(devices.length - upgradable.length, 'device')} left out: offline, another model,
              or already on this version.
            </Text>
          )}
          <FormFoot
            submit={
              upgradable.length === 0 ? 'Upgrade' : `Upgrade ${formatPlural(upgradable.length, 'device')}`
            }
            busy={busy}
            onCancel={onClose}
          />
        </form>
      )}
    </Modal>
  );
}
