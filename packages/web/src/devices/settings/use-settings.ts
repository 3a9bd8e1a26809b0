import type { ConfigChange, Device, DeviceSettings, DraftDevice, Permission } from '@northlight/contract';
import { describeDeviceChanges } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { followStored, useProjectDraft } from '../../draft/index.ts';
import { createQuery } from '../../kit/api/index.ts';
import { useMeshScope } from './use-mesh-scope.ts';

export interface OwnSettings {
  /** Settings stored for the device. */
  readonly stored: DeviceSettings;
  /** Stored settings with the changes of the project's draft. */
  readonly settings: DeviceSettings;
  readonly version: number;
  readonly changes: readonly ConfigChange[];
  /** True if others have changed the same settings in another way after the draft began. */
  readonly hasConflict: boolean;
  readonly can: Permission;
  readonly stage: (settings: DeviceSettings) => void;
  readonly discard: () => void;
}

/** Returns a device's stored settings, and those in the draft of the project; undefined while loading. */
export function useSettings(device: Device, caps: Capabilities | undefined): OwnSettings | undefined {
  const project = useProject();
  const { data } = useQuery(
    createQuery('deviceSettingsGet', { params: { projectId: project.id, deviceId: device.id } }),
  );
  const { draft } = useProjectDraft(project.id);
  const mesh = useMeshScope(device);
  return useMemo(() => {
    if (!data || !caps || !draft) return undefined;
    const { settings: stored, version } = data;
    const facts = {
      deviceId: device.id,
      name: device.name,
      capabilities: caps,
      version,
      stored,
      ...(mesh && { parents: Object.fromEntries(mesh.nodes.map(({ mac, name }) => [mac, name] as const)) }),
    };
    const staged = draft.devices.find(({ deviceId }) => deviceId === device.id);
    const own: DraftDevice = staged
      ? followStored({ ...staged, ...facts })
      : { ...facts, baseVersion: version, base: stored, settings: stored };
    return {
      stored,
      settings: own.settings,
      version,
      changes: describeDeviceChanges(own, own.base, own.settings),
      hasConflict: own.baseVersion !== version,
      can: data.can.configure,
      stage: (settings) => draft.updateDevice({ ...own, settings }),
      discard: () => draft.updateDevice({ ...own, settings: own.base }),
    };
  }, [data, caps, draft, device.id, device.name, mesh]);
}
