import type { Device } from '@northlight/contract';
import { Group, SegmentedControl, Skeleton } from '@mantine/core';
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { useUrlState } from '../../kit/url-state.ts';
import { PATHS } from '../../paths.ts';
import { ActionsMenu } from '../maintenance/ActionsMenu.tsx';
import { type MaintenanceDialog, MaintenanceDialogs } from '../maintenance/MaintenanceDialogs.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { listSettingsParts } from '../settings/settings-parts.ts';
import { useDeviceActions } from '../use-device-actions.tsx';

const PortsTab = lazy(async () => ({ default: (await import('../settings/PortsTab.tsx')).PortsTab }));
const SettingsTab = lazy(async () => ({
  default: (await import('../settings/SettingsTab.tsx')).SettingsTab,
}));
const ToolsTab = lazy(async () => ({ default: (await import('../tools/ToolsTab.tsx')).ToolsTab }));
const RadiosTab = lazy(async () => ({
  default: (await import('../../network/wireless/index.ts')).RadiosTab,
}));
const RecordingTab = lazy(async () => ({
  default: (await import('../recorder/RecordingTab.tsx')).RecordingTab,
}));
const StagedSettings = lazy(async () => ({
  default: (await import('../settings/StagedSettings.tsx')).StagedSettings,
}));

const TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'ports', label: 'Ports' },
  { value: 'radios', label: 'Radios' },
  { value: 'recording', label: 'Recording' },
  { value: 'settings', label: 'Settings' },
  { value: 'tools', label: 'Tools' },
] as const;
type Tab = (typeof TABS)[number]['value'];

export function DevicePanel({ device }: { readonly device: Device }) {
  const actions = useDeviceActions(useProject().id);
  const navigate = useNavigate();
  const { search, set } = useUrlState();
  const [dialog, setDialog] = useState<MaintenanceDialog>();
  const tabs = TABS.filter(
    ({ value }) =>
      (value !== 'radios' || device.features.includes('wifi')) &&
      (value !== 'recording' || device.kind === 'nvr') &&
      (value !== 'settings' || listSettingsParts(device.features, device.role).length > 0),
  );
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? 'overview';
  return (
    <>
      <Group gap={8} pt={12}>
        <GatedButton can={device.can.restart} variant="default" onClick={() => actions.restart([device])}>
          Restart device
        </GatedButton>
        <ButtonLink
          variant="default"
          to={PATHS.deviceData}
          search={{ devices: device.id }}
          leftSection={<IconChartLine size={15} />}
        >
          History
        </ButtonLink>
        <ActionsMenu
          devices={[device]}
          onDialog={setDialog}
          onRemove={() => actions.remove(device)}
          onLocalPage={() =>
            void navigate({ to: PATHS.localPage, search: (before) => ({ ...before, open: device.id }) })
          }
        />
      </Group>
      <SegmentedControl
        fullWidth
        size="xs"
        mt={12}
        aria-label="Device section"
        value={tab}
        onChange={(next) => set({ tab: next === 'overview' ? undefined : next })}
        data={tabs}
      />
      <TabBody device={device} tab={tab} />
      <MaintenanceDialogs dialog={dialog} devices={[device]} onClose={() => setDialog(undefined)} />
    </>
  );
}

function TabBody({ device, tab }: { readonly device: Device; readonly tab: Tab }) {
  const project = useProject();
  const detail = useQuery(
    createQuery('deviceGet', { params: { projectId: project.id, deviceId: device.id } }),
  );
  if (tab === 'overview') return <OverviewTab device={device} />;
  if (tab === 'tools')
    return (
      <Suspense fallback={<Skeleton height={120} mt="md" />}>
        <ToolsTab key={device.id} device={device} />
      </Suspense>
    );
  if (detail.error) return <p className="mut">{toErrorSentence(detail.error)}</p>;
  if (!detail.data) return <Skeleton height={120} mt="md" />;
  if (tab === 'radios')
    return (
      <Suspense fallback={<Skeleton height={120} mt="md" />}>
        <RadiosTab detail={detail.data} />
      </Suspense>
    );
  if (tab === 'recording')
    return (
      <Suspense fallback={<Skeleton height={120} mt="md" />}>
        <RecordingTab device={device} detail={detail.data} />
      </Suspense>
    );
  return (
    <Suspense fallback={<Skeleton height={120} mt="md" />}>
      {tab === 'ports' ? (
        <PortsTab device={device} detail={detail.data} />
      ) : (
        <SettingsTab device={device} detail={detail.data} />
      )}
      <StagedSettings device={device} caps={detail.data.capabilities} />
    </Suspense>
  );
}
