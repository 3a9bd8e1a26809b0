import type { Device, DeviceDrift, DriftCause } from '@northlight/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ChangeTable, useBrokenPaths } from '../../review/index.ts';
import { jobWindow } from '../../jobs/index.ts';

const DRIFTING: ReadonlySet<Device['config']['status']> = new Set(['drifted', 'rejected', 'rolledback']);

/** Shows how a device's configuration differs from its project's, and lets the user choose between both. */
export function Drift({ device }: { readonly device: Device }) {
  const { id: projectId } = useProject();
  const params = { projectId, deviceId: device.id };
  const drifting = DRIFTING.has(device.config.status);
  const { data, error } = useQuery({ ...createQuery('deviceDriftGet', { params }), enabled: drifting });
  if (!drifting) return null;
  if (error) return <Notice tone="error">{toErrorSentence(error)}</Notice>;
  return data?.drift ? <DriftChoice device={device} drift={data.drift} params={params} /> : null;
}

interface DriftChoiceProps {
  readonly device: Device;
  readonly drift: DeviceDrift;
  readonly params: { readonly projectId: number; readonly deviceId: string };
}

function DriftChoice({ device, drift, params }: DriftChoiceProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { after, title } = formatDrift(drift);
  const { blocked, confirmName, notices } = useBrokenPaths(drift.push.allowed ? (drift.broken ?? []) : []);
  const runAction = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await run().catch((error: unknown) => toast.error(error));
    setBusy(false);
  };
  const keep = () =>
    runAction(async () => {
      await call('deviceDriftKeep', { params });
      await awaitRefetch();
      toast.done(`The settings of ${device.name} are staged. Review the changes to apply them.`);
      await navigate({ to: drift.version === undefined ? PATHS.internet : PATHS.networkHistory });
    });
  const push = () =>
    runAction(async () => {
      await call('deviceDriftPush', { params, body: { confirmName } });
      await awaitRefetch();
      jobWindow.show();
    });
  return (
    <Notice tone="warning" title={title}>
      <span>{after}</span>
      {drift.changes.length > 0 && <ChangeTable changes={drift.changes} headers={['Project', 'Device']} />}
      {drift.broken && <Suspense>{notices}</Suspense>}
      <Group gap="xs" mt={4}>
        <GatedButton size="xs" variant="default" can={drift.keep} loading={busy} onClick={() => void keep()}>
          {drift.version === undefined
            ? 'Keep the device’s settings'
            : `Keep the device’s settings: version ${drift.version}`}
        </GatedButton>
        <GatedButton
          size="xs"
          can={blocked === undefined ? drift.push : deny(blocked)}
          loading={busy}
          onClick={() => void push()}
        >
          Apply project settings
        </GatedButton>
      </Group>
    </Notice>
  );
}

const TITLES: Readonly<Record<DriftCause, string>> = {
  local: 'The device was changed on its local page',
  restored: 'The device returned with an earlier configuration',
  undone: 'The device rolled back',
  refused: 'The device does not run the project’s configuration',
};

const REASONS: Readonly<Record<DriftCause, string>> = {
  local: 'The device runs the settings that were entered there.',
  restored: 'The device runs an earlier configuration than the one that it had confirmed.',
  undone: 'The device lost its connection to the cloud after the change and rolled back.',
  refused: 'The device refused the last configuration, or has not received it, and runs the previous one.',
};

/** Returns texts that describe the drift and the effect of each choice. */
function formatDrift({ cause, version }: Pick<DeviceDrift, 'cause' | 'version'>): {
  readonly title: string;
  readonly after: string;
} {
  const runs = version === undefined ? '' : ` That is version ${version} of the project.`;
  return {
    title: TITLES[cause],
    after: `${REASONS[cause]}${runs} Nothing is sent to the device until you decide: keep its settings to add them to the project’s draft, or apply the project’s settings to replace them on the device.`,
  };
}
