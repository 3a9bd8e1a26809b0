import { isBoolean, readStored, writeStored } from './stored.ts';

const KEY = 'northlight.single-keys';

/** Shortcuts of one key can be switched off: speech input would set them off by accident (WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  return readStored(localStorage, KEY, isBoolean) ?? true;
}

export function setSingleKeys(on: boolean): void {
  writeStored(localStorage, KEY, on);
}

/** Whether a key press is a shortcut here: not typed into a field, and not part of a chord. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !singleKeysOn()) return false;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  return !target?.closest('input,textarea,select,[contenteditable],[role="dialog"]');
}
