import { deviceSettings } from '@northlight/contract';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { localState } from '../../kit/local-state/index.ts';

const settingsDraft = z.object({ baseVersion: z.number(), base: deviceSettings, settings: deviceSettings });
/** Edited settings of one device, and the settings and the version that they are based on. */
export type SettingsDraft = z.infer<typeof settingsDraft>;

const drafts = new Map(
  Object.entries(localState.settingsDrafts()).flatMap(([deviceId, stored]) => {
    const { data } = settingsDraft.safeParse(stored);
    return data ? [[deviceId, data] as const] : [];
  }),
);
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Sets a device's draft; `undefined` discards it. The tab keeps the drafts, also over a reload, until the sign-out. */
export function setDraft(deviceId: string, draft: SettingsDraft | undefined): void {
  if (draft) drafts.set(deviceId, draft);
  else drafts.delete(deviceId);
  localState.setSettingsDrafts(drafts.size > 0 ? Object.fromEntries(drafts) : undefined);
  for (const listener of listeners) listener();
}

export function useDraft(deviceId: string): SettingsDraft | undefined {
  return useSyncExternalStore(subscribe, () => drafts.get(deviceId));
}
