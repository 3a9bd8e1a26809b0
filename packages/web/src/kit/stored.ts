import { useCallback, useState } from 'react';

/** Reads a preference from browser storage, which must not contain credentials. */
export function readStored<T>(
  storage: Storage | (() => Storage),
  key: string,
  accept: (value: unknown) => value is T,
): T | undefined {
  try {
    const text = resolveStorage(storage).getItem(key);
    if (text === null) return undefined;
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(storage: Storage | (() => Storage), key: string, value: unknown): void {
  try {
    if (value === undefined) resolveStorage(storage).removeItem(key);
    else resolveStorage(storage).setItem(key, JSON.stringify(value));
  } catch {
    // Ignores full or forbidden storage, because the page works without the preference.
  }
}

/** Resolves the storage at each use, because reading `localStorage` throws where cookies are forbidden. */
const resolveStorage = (storage: Storage | (() => Storage)): Storage =>
  typeof storage === 'function' ? storage() : storage;

/** Returns a preference that this browser stores, or its default, and the function that changes it. */
export function useStoredValue<T>(
  key: string,
  fallback: T,
  accept: (value: unknown) => value is T,
): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => readStored(localStorage, key, accept) ?? fallback);
  const set = useCallback(
    (next: T) => {
      setValue(next);
      writeStored(localStorage, key, next);
    },
    [key],
  );
  return [value, set];
}

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
export const isString = (value: unknown): value is string => typeof value === 'string';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
