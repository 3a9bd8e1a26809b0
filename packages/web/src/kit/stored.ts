import { useCallback, useState } from 'react';

/** Preferences of this browser; never anything that opens a door. */
export function readStored<T>(
  storage: Storage | (() => Storage),
  key: string,
  accept: (value: unknown) => value is T,
): T | undefined {
  try {
    const text = opened(storage).getItem(key);
    if (text === null) return undefined;
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(storage: Storage | (() => Storage), key: string, value: unknown): void {
  try {
    if (value === undefined) opened(storage).removeItem(key);
    else opened(storage).setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs a preference, not the page.
  }
}

/** Where cookies are forbidden, even naming the storage throws. */
const opened = (storage: Storage | (() => Storage)): Storage =>
  typeof storage === 'function' ? storage() : storage;

/** A preference with its default, kept in this browser. */
export function useStored<T>(
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
