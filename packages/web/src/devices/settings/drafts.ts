import type { DeviceSettings } from '@northlight/contract';
import { useSyncExternalStore } from 'react';

/** Edited settings of one device, and the version that they are based on. */
export interface SettingsDraft {
  readonly baseVersion: number;
  readonly settings: DeviceSettings;
}

const drafts = new Map<string, SettingsDraft>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Sets a device's draft; `undefined` discards it. The drafts stay in memory until the tab is closed. */
export function setDraft(deviceId: string, draft: SettingsDraft | undefined): void {
  if (draft) drafts.set(deviceId, draft);
  else drafts.delete(deviceId);
  for (const listener of listeners) listener();
}

export function useDraft(deviceId: string): SettingsDraft | undefined {
  return useSyncExternalStore(subscribe, () => drafts.get(deviceId));
}
