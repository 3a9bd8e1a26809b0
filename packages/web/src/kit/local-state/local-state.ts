import type { AccessType, Project } from '@northlight/contract';
import { readStored, writeStored } from '../stored.ts';
import { decodeBase64, toBase64 } from './base64.ts';
import { type CurrentProject, resolveCurrentProject, NO_PROJECT } from './current-project.ts';
import { CLEARED_KEYS, type Key, KEYS, type Point, formatTableKey } from './keys.ts';

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
    const kept = read(KEYS.global);
    const parsed = kept === undefined ? {} : parseObject(decodeBase64(kept));
    if (parsed) return parsed;
    write(KEYS.global, undefined);
    return {};
  };

  return {
    accessType: (): AccessType => read(KEYS.accessType) ?? 'web',
    /** Returns the bearer token; undefined for a web session, whose cookie scripts cannot read. */
    token: (): string | undefined => read(KEYS.token),
    startWebSession: (): void => {
      write(KEYS.token, undefined);
      write(KEYS.accessType, undefined);
    },
    startTokenSession: (token: string): void => {
      write(KEYS.accessType, 'openapi');
      write(KEYS.token, token);
    },

    lastAccount: (): LastAccount | undefined => {
      const account = decoded(KEYS.lastAccount);
      return account === undefined ? undefined : { account, nickname: decoded(KEYS.lastNickname) ?? '' };
    },
    setLastAccount: ({ account, nickname }: LastAccount): void => {
      write(KEYS.lastAccount, toBase64(account));
      write(KEYS.lastNickname, toBase64(nickname));
    },

    project: (): CurrentProject => read(KEYS.project) ?? NO_PROJECT,
    selectProject: (project: Project): void => write(KEYS.project, resolveCurrentProject(project)),
    clearProject: (): void => write(KEYS.project, undefined),

    panelWidth: (): number | undefined => read(KEYS.panelWidth),
    setPanelWidth: (width: number): void => write(KEYS.panelWidth, width),
    floatPosition: (): Point | undefined => read(KEYS.floatPosition),
    setFloatPosition: (place: Point): void => write(KEYS.floatPosition, place),
    floatOpen: (): boolean => read(KEYS.floatOpen) ?? true,
    setFloatOpen: (open: boolean): void => write(KEYS.floatOpen, open),
    topologyTips: (): readonly string[] => read(KEYS.topologyTips) ?? [],
    showTopologyTip: (tip: string): void =>
      write(KEYS.topologyTips, [...new Set([...(read(KEYS.topologyTips) ?? []), tip])]),
    upgradeAlertShown: (): boolean => read(KEYS.upgradeAlert) ?? false,
    setUpgradeAlertShown: (shown: boolean): void => write(KEYS.upgradeAlert, shown),

    /**
     * Returns the key of table preferences, under the last account or, if there is none, under the signed-in
     * account.
     */
    tableKey: (table: string, account: string): string =>
      formatTableKey(read(KEYS.lastAccount) ?? toBase64(account), table),

    /** Removes the global storage if it cannot be parsed. */
    checkGlobal: (): void => void globals(),
    global: (name: string): unknown => globals()[name],
    setGlobal: (name: string, value: unknown): void => {
      write(KEYS.global, toBase64(JSON.stringify({ ...globals(), [name]: value })));
    },

    /** Removes exactly these keys in this order when the user signs out (specification §4). */
    clear: (): void => {
      for (const name of CLEARED_KEYS) write(KEYS[name] as Key<unknown>, undefined);
      write(KEYS.upgradeAlert, true);
      write(KEYS.global, undefined);
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
