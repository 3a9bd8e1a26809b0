import { isBoolean, readStored, writeStored } from './stored.ts';

const KEY = 'northlight.single-keys';

/**
 * Returns whether single-key shortcuts are on. Users can turn them off, because speech input can trigger them
 * by accident (WCAG 2.1.4).
 */
export function areSingleKeysOn(): boolean {
  return readStored(localStorage, KEY, isBoolean) ?? true;
}

export function setSingleKeys(on: boolean): void {
  writeStored(localStorage, KEY, on);
}

/** Returns true if a key press is a shortcut, which has no modifier key and is not typed into a field. */
export function isSingleKey(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return false;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  return !target?.closest('input,textarea,select,[contenteditable],[role="dialog"]');
}
