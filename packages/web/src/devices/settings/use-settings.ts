import {
  type ConfigChange,
  describeSettings,
  type Device,
  type DeviceSettings,
  type Permission,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { setDraft, useDraft } from './drafts.ts';
import { useMeshScope } from './use-mesh-scope.ts';

export interface OwnSettings {
  /** Settings stored for the device. */
  readonly stored: DeviceSettings;
  /** Stored settings with the changes of the draft. */
  readonly settings: DeviceSettings;
  readonly baseVersion: number;
  readonly changes: readonly ConfigChange[];
  /** True if other settings were applied after the draft began. */
  readonly conflict: boolean;
  readonly can: Permission;
  stage(settings: DeviceSettings): void;
  discard(): void;
}

/** Returns a device's stored settings and the draft based on them; undefined while loading. */
export function useSettings(device: Device, caps: Capabilities | undefined): OwnSettings | undefined {
  const project = useProject();
  const { data } = useQuery(
    createQuery('deviceSettingsGet', { params: { projectId: project.id, deviceId: device.id } }),
  );
  const draft = useDraft(device.id);
  const mesh = useMeshScope(device);
  return useMemo(() => {
    if (!data || !caps) return undefined;
    const settings = draft?.settings ?? data.settings;
    const baseVersion = draft?.baseVersion ?? data.version;
    const nameOf = (mac: string) => mesh?.nodes.find((node) => node.mac === mac)?.name ?? mac;
    const changes = describeSettings(caps, data.settings, settings, nameOf);
    return {
      stored: data.settings,
      settings,
      baseVersion,
      changes,
      conflict: draft !== undefined && draft.baseVersion !== data.version,
      can: data.can.configure,
      stage: (next) => {
        const differs = describeSettings(caps, data.settings, next).length > 0;
        setDraft(device.id, differs ? { baseVersion, settings: next } : undefined);
      },
      discard: () => setDraft(device.id, undefined),
    };
  }, [data, caps, draft, device.id, mesh]);
}
