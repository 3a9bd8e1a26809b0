import { localState } from '../../kit/local-state/index.ts';

const MAX_STORED = 200;
const getStorageName = (accountId: string): string => `joining-shown.${accountId}`;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/**
 * Lists the ids of alerts that were dismissed in this browser. Each alert is shown once until the account
 * signs out.
 */
export function listShownAlerts(accountId: string): readonly string[] {
  const stored = localState.global(getStorageName(accountId));
  return isTexts(stored) ? stored : [];
}

export function rememberShown(accountId: string, ids: readonly string[]): readonly string[] {
  const all = [...new Set([...listShownAlerts(accountId), ...ids])].slice(-MAX_STORED);
  localState.setGlobal(getStorageName(accountId), all);
  return all;
}
