import { readStored, writeStored } from '../kit/stored.ts';

const MAX_STORED = 200;
const getStorageKey = (accountId: string): string => `northlight.joining-shown.${accountId}`;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Lists the ids of alerts dismissed in this browser; each alert is shown once. */
export function listShownAlerts(accountId: string): readonly string[] {
  return readStored(localStorage, getStorageKey(accountId), isTexts) ?? [];
}

export function rememberShown(accountId: string, ids: readonly string[]): readonly string[] {
  const all = [...new Set([...listShownAlerts(accountId), ...ids])].slice(-MAX_STORED);
  writeStored(localStorage, getStorageKey(accountId), all);
  return all;
}
