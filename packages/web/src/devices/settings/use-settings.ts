import {
  type ConfigChange,
  describeSettings,
  type Device,
  type DeviceSettings,
  type DocumentConflict,
  type EditSide,
  type Permission,
  SETTINGS_DOCUMENT,
  type SettingsItems,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import type { ShownConflict } from '../../kit/document/ConflictDialog.tsx';
import { formatChangeLine } from '../../kit/document/format-change-line.ts';
import { setDraft, useDraft } from './drafts.ts';
import { useMeshScope } from './use-mesh-scope.ts';

export interface OwnSettings {
  /** Settings stored for the device. */
  readonly stored: DeviceSettings;
  /** Stored settings with the changes of the draft. */
  readonly settings: DeviceSettings;
  readonly baseVersion: number;
  readonly changes: readonly ConfigChange[];
  /** Items that were applied in another way after the draft began. */
  readonly conflicts: readonly ShownConflict[];
  readonly can: Permission;
  readonly stage: (settings: DeviceSettings) => void;
  readonly resolve: (choose: (address: string) => EditSide) => void;
  readonly discard: () => void;
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
    const { settings: stored, version } = data;
    const nameOf = (mac: string) => mesh?.nodes.find((node) => node.mac === mac)?.name ?? mac;
    const describe = (now: DeviceSettings, after: DeviceSettings) =>
      describeSettings(caps, now, after, nameOf);
    const versions = { base: draft?.base ?? stored, own: draft?.settings ?? stored, saved: stored };
    const { conflicts, content: settings } = SETTINGS_DOCUMENT.merge(versions);
    const { base, baseVersion } =
      draft && conflicts.length > 0 ? draft : { base: stored, baseVersion: version };
    return {
      stored,
      settings,
      baseVersion,
      changes: describe(stored, settings),
      conflicts: conflicts.map((conflict) => describeConflict(conflict, describe)),
      can: data.can.configure,
      stage: (next) =>
        setDraft(
          device.id,
          describe(stored, next).length > 0 ? { base, baseVersion, settings: next } : undefined,
        ),
      resolve: (choose) => {
        const { content } = SETTINGS_DOCUMENT.merge(versions, choose);
        setDraft(device.id, { base: stored, baseVersion: version, settings: content });
      },
      discard: () => setDraft(device.id, undefined),
    };
  }, [data, caps, draft, device.id, mesh]);
}

/** Describes what both sides made of an item, each beside the item before. */
function describeConflict(
  { address, before, mine, theirs }: DocumentConflict<SettingsItems>,
  describe: (now: DeviceSettings, after: DeviceSettings) => readonly ConfigChange[],
): ShownConflict {
  const [was, own, other] = [before, mine, theirs].map((change) => SETTINGS_DOCUMENT.apply({}, [change]));
  const [ownLines, otherLines] = [own, other].map((side) => describe(was ?? {}, side ?? {}));
  const [first] = [...(ownLines ?? []), ...(otherLines ?? [])];
  return {
    address,
    title: first?.item || (first?.setting ?? 'Setting'),
    mine: (ownLines ?? []).map(formatChangeLine),
    theirs: (otherLines ?? []).map(formatChangeLine),
  };
}
