import type { DeviceSettings } from '@northlight/contract';
import { useSyncExternalStore } from 'react';

/** Settings of one device as somebody is about to change them, and the version that they were made on. */
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

/** Kept while the tab lives, so that looking at another device loses nothing; undefined discards. */
export function setDraft(deviceId: string, draft: SettingsDraft | undefined): void {
  if (draft) drafts.set(deviceId, draft);
  else drafts.delete(deviceId);
  for (const listener of listeners) listener();
}

export function useDraft(deviceId: string): SettingsDraft | undefined {
  return useSyncExternalStore(subscribe, () => drafts.get(deviceId));
}
