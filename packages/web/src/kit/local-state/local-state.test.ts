import type { Project } from '@northlight/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeBase64, toBase64 } from './base64.ts';
import { NO_PROJECT, getZoneOffset } from './current-project.ts';
import { STORAGE_KEYS } from './keys.ts';
import { createLocalState, type LocalState } from './local-state.ts';

/** Web storage in memory. */
class MemoryStorage implements Storage {
  readonly #kept = new Map<string, string>();
  get length(): number {
    return this.#kept.size;
  }
  key = (index: number): string | null => [...this.#kept.keys()][index] ?? null;
  getItem = (name: string): string | null => this.#kept.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.#kept.set(name, value);
  removeItem = (name: string): void => void this.#kept.delete(name);
  clear = (): void => this.#kept.clear();
  names = (): string[] => [...this.#kept.keys()].toSorted();
}

let local: MemoryStorage;
let session: MemoryStorage;
let state: LocalState;
beforeEach(() => {
  local = new MemoryStorage();
  session = new MemoryStorage();
  state = createLocalState({ local: () => local, session: () => session });
});

const PROJECT = {
  id: 7,
  isShare: true,
  netMode: 1,
  name: 'Hotel',
  right: 'r',
  timeZone: 'Asia/Shanghai',
  typeFlag: 9,
} as unknown as Project;

describe('Base64', () => {
  it.each(['', 'ana@example.com', 'Jürgen 中文'])('decodes the encoded text %j to the same text', (text) =>
    expect(decodeBase64(toBase64(text))).toBe(text),
  );
  it('matches standard Base64, and is undefined for other text', () => {
    expect(toBase64('ana@example.com')).toBe('YW5hQGV4YW1wbGUuY29t');
    expect(decodeBase64('***')).toBeUndefined();
    expect(decodeBase64(btoa('\xff'))).toBeUndefined();
  });
});

describe('the session', () => {
  it('is a web session by default, and keeps the token of a third-party session in its tab', () => {
    expect([state.accessType(), state.token()]).toEqual(['web', undefined]);
    state.startTokenSession('t0k3n');
    expect([state.accessType(), state.token()]).toEqual(['openapi', 't0k3n']);
    expect(local.length).toBe(0);
    state.startWebSession();
    expect([state.accessType(), state.token(), session.length]).toEqual(['web', undefined, 0]);
  });

  it('keeps the last account and its nickname as Base64', () => {
    expect(state.lastAccount()).toBeUndefined();
    state.setLastAccount({ account: 'ana@example.com', nickname: 'Añá' });
    expect(local.getItem(STORAGE_KEYS.lastAccount.name)).toBe('"YW5hQGV4YW1wbGUuY29t"');
    expect(local.getItem(STORAGE_KEYS.lastNickname.name)).not.toContain('Añá');
    expect(state.lastAccount()).toEqual({ account: 'ana@example.com', nickname: 'Añá' });
    local.setItem(STORAGE_KEYS.lastAccount.name, '"%%%"');
    expect(state.lastAccount()).toBeUndefined();
  });
});

describe('the current project', () => {
  it('is none by default: id 0, read-write, WLAN, without a name', () => {
    expect(state.project()).toEqual(NO_PROJECT);
    expect(NO_PROJECT).toMatchObject({ id: 0, right: 'rw', netMode: 0, projectName: '' });
  });

  it('is stored for this tab when selected, and removed when cleared', () => {
    state.selectProject(PROJECT);
    expect(state.project()).toEqual({
      id: 7,
      isShare: true,
      netMode: 1,
      projectName: 'Hotel',
      right: 'r',
      zone: '+8',
      type_flag: 9,
    });
    expect([session.names(), local.names()]).toEqual([[STORAGE_KEYS.project.name], []]);
    state.clearProject();
    expect(state.project()).toEqual(NO_PROJECT);
    session.setItem(STORAGE_KEYS.project.name, '7');
    expect(state.project()).toEqual(NO_PROJECT);
  });

  it('has a time-zone offset in the format of the specification', () => {
    const at = new Date('2026-01-15T00:00:00Z');
    expect(['Asia/Kolkata', 'UTC', 'America/New_York'].map((zone) => getZoneOffset(zone, at))).toEqual([
      '+5:30',
      '+0',
      '-5',
    ]);
  });
});

describe('preferences', () => {
  it('have defaults, keep values that are set, and ignore malformed stored values', () => {
    expect([state.panelWidth(), state.floatPosition(), state.floatOpen()]).toEqual([
      undefined,
      undefined,
      true,
    ]);
    expect([state.topologyTips(), state.upgradeAlertShown()]).toEqual([[], false]);
    state.setPanelWidth(420);
    state.setFloatPosition({ x: 10, y: 20 });
    state.setFloatOpen(false);
    state.showTopologyTip('drag');
    state.showTopologyTip('edit');
    state.showTopologyTip('drag');
    state.setUpgradeAlertShown(true);
    expect([state.panelWidth(), state.floatPosition(), state.floatOpen()]).toEqual([
      420,
      { x: 10, y: 20 },
      false,
    ]);
    expect([state.topologyTips(), state.upgradeAlertShown()]).toEqual([['drag', 'edit'], true]);
    local.setItem(STORAGE_KEYS.floatPosition.name, '{"x":"far"}');
    expect(state.floatPosition()).toBeUndefined();
  });

  it('have a separate key for each account and table', () => {
    expect(state.tableKey('devices', 'visitor')).toBe('northlight.columns.dmlzaXRvcg==.devices');
    state.setLastAccount({ account: 'ana@example.com', nickname: '' });
    expect(state.tableKey('devices', 'visitor')).toBe('northlight.columns.YW5hQGV4YW1wbGUuY29t.devices');
  });
});

describe('global storage', () => {
  it('is one Base64 JSON object', () => {
    state.setGlobal('a', 1);
    state.setGlobal('b', 'two');
    const kept: unknown = JSON.parse(local.getItem(STORAGE_KEYS.global.name) ?? '');
    expect(JSON.parse(decodeBase64(String(kept)) ?? '')).toEqual({ a: 1, b: 'two' });
    expect([state.global('a'), state.global('b'), state.global('c')]).toEqual([1, 'two', undefined]);
  });

  it.each(['"not Base64!"', JSON.stringify(toBase64('[1]')), JSON.stringify(toBase64('{'))])(
    'is cleared when it cannot be parsed: %s',
    (kept) => {
      local.setItem(STORAGE_KEYS.global.name, kept);
      expect(state.global('a')).toBeUndefined();
      expect(local.getItem(STORAGE_KEYS.global.name)).toBeNull();
    },
  );
});

it('removes at sign-out exactly the entries that the specification lists, then sets the alert and clears the global storage', () => {
  state.startTokenSession('t0k3n');
  state.selectProject(PROJECT);
  state.setLastAccount({ account: 'ana@example.com', nickname: 'Ana' });
  state.setPanelWidth(420);
  state.setFloatPosition({ x: 1, y: 2 });
  state.setFloatOpen(false);
  state.showTopologyTip('drag');
  state.setUpgradeAlertShown(false);
  state.setGlobal('a', 1);
  local.setItem(state.tableKey('devices', ''), '{}');
  local.setItem('northlight.single-keys', 'false');
  local.setItem('mantine-color-scheme-value', 'dark');
  session.setItem('northlight.draft', '{}');
  const [localBefore, sessionBefore] = [local.names(), session.names()];
  state.clear();
  const gone = (before: string[], after: string[]) => before.filter((name) => !after.includes(name));
  expect(gone(sessionBefore, session.names())).toEqual(
    [STORAGE_KEYS.accessType.name, STORAGE_KEYS.project.name, STORAGE_KEYS.token.name].toSorted(),
  );
  expect(gone(localBefore, local.names())).toEqual(
    [
      STORAGE_KEYS.floatOpen.name,
      STORAGE_KEYS.floatPosition.name,
      STORAGE_KEYS.global.name,
      STORAGE_KEYS.lastAccount.name,
      STORAGE_KEYS.lastNickname.name,
      STORAGE_KEYS.panelWidth.name,
      STORAGE_KEYS.topologyTips.name,
    ].toSorted(),
  );
  expect(state.upgradeAlertShown()).toBe(true);
});

it('works without stored preferences when the browser denies storage', () => {
  const denied = (): Storage => {
    throw new DOMException('denied', 'SecurityError');
  };
  const closed = createLocalState({ local: denied, session: denied });
  expect(() => [
    closed.accessType(),
    closed.project(),
    closed.setPanelWidth(3),
    closed.clear(),
  ]).not.toThrow();
});
