import type { AccessType, Project } from '@northlight/contract';
import { readStored, writeStored } from '../stored.ts';
import { decodeBase64, toBase64 } from './base64.ts';
import { type CurrentProject, resolveCurrentProject, NO_PROJECT } from './current-project.ts';
import { CLEARED_KEYS, type Key, STORAGE_KEYS, type Point, formatTableKey } from './keys.ts';

export interface Stores {
  readonly local: () => Storage;
  readonly session: () => Storage;
}

export interface LastAccount {
  readonly account: string;
  readonly nickname: string;
}

/** Reads and writes the session state and preferences in this browser. */
export function createLocalState(stores: Stores) {
  const read = <T>({ store, name, accept }: Key<T>): T | undefined => readStored(stores[store], name, accept);
  const write = <T>({ store, name }: Key<T>, value: T | undefined): void =>
    writeStored(stores[store], name, value);
  const decoded = (key: Key<string>): string | undefined => {
    const kept = read(key);
    return kept === undefined ? undefined : decodeBase64(kept);
  };

  const globals = (): Readonly<Record<string, unknown>> => {
    const kept = read(STORAGE_KEYS.global);
    const parsed = kept === undefined ? {} : parseObject(decodeBase64(kept));
    if (parsed) return parsed;
    write(STORAGE_KEYS.global, undefined);
    return {};
  };

  return {
    accessType: (): AccessType => read(STORAGE_KEYS.accessType) ?? 'web',
    /** Returns the bearer token; undefined for a web session, whose cookie scripts cannot read. */
    token: (): string | undefined => read(STORAGE_KEYS.token),
    startWebSession: (): void => {
      write(STORAGE_KEYS.token, undefined);
      write(STORAGE_KEYS.accessType, undefined);
    },
    startTokenSession: (token: string): void => {
      write(STORAGE_KEYS.accessType, 'openapi');
      write(STORAGE_KEYS.token, token);
    },

    lastAccount: (): LastAccount | undefined => {
      const account = decoded(STORAGE_KEYS.lastAccount);
      return account === undefined
        ? undefined
        : { account, nickname: decoded(STORAGE_KEYS.lastNickname) ?? '' };
    },
    setLastAccount: ({ account, nickname }: LastAccount): void => {
      write(STORAGE_KEYS.lastAccount, toBase64(account));
      write(STORAGE_KEYS.lastNickname, toBase64(nickname));
    },

    forgetLastAccount: (): void => {
      write(STORAGE_KEYS.lastAccount, undefined);
      write(STORAGE_KEYS.lastNickname, undefined);
    },

    project: (): CurrentProject => read(STORAGE_KEYS.project) ?? NO_PROJECT,
    selectProject: (project: Project): void => write(STORAGE_KEYS.project, resolveCurrentProject(project)),
    clearProject: (): void => write(STORAGE_KEYS.project, undefined),

    panelWidth: (): number | undefined => read(STORAGE_KEYS.panelWidth),
    setPanelWidth: (width: number): void => write(STORAGE_KEYS.panelWidth, width),
    floatPosition: (): Point | undefined => read(STORAGE_KEYS.floatPosition),
    setFloatPosition: (place: Point): void => write(STORAGE_KEYS.floatPosition, place),
    floatOpen: (): boolean => read(STORAGE_KEYS.floatOpen) ?? true,
    setFloatOpen: (open: boolean): void => write(STORAGE_KEYS.floatOpen, open),
    topologyTips: (): readonly string[] => read(STORAGE_KEYS.topologyTips) ?? [],
    showTopologyTip: (tip: string): void =>
      write(STORAGE_KEYS.topologyTips, [...new Set([...(read(STORAGE_KEYS.topologyTips) ?? []), tip])]),
    upgradeAlertShown: (): boolean => read(STORAGE_KEYS.upgradeAlert) ?? false,
    setUpgradeAlertShown: (shown: boolean): void => write(STORAGE_KEYS.upgradeAlert, shown),

    /**
     * Returns the key of table preferences, under the last account or, if there is none, under the signed-in
     * account.
     */
    tableKey: (table: string, account: string): string =>
      formatTableKey(read(STORAGE_KEYS.lastAccount) ?? toBase64(account), table),

    /** Removes the global storage if it cannot be parsed. */
    checkGlobal: (): void => void globals(),
    global: (name: string): unknown => globals()[name],
    setGlobal: (name: string, value: unknown): void => {
      write(STORAGE_KEYS.global, toBase64(JSON.stringify({ ...globals(), [name]: value })));
    },

    /**
     * Removes exactly the keys in `CLEARED_KEYS`, in their order, when the user signs out (specification §4).
     */
    clear: (): void => {
      for (const name of CLEARED_KEYS) write(STORAGE_KEYS[name] as Key<unknown>, undefined);
      write(STORAGE_KEYS.upgradeAlert, true);
      write(STORAGE_KEYS.global, undefined);
    },
  };
}

export type LocalState = ReturnType<typeof createLocalState>;

function parseObject(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
