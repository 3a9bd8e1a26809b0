import type { GatewayConfig } from '@northlight/contract';

/** Edits that nobody but this tab has seen yet, and what they were made on. */
export interface Draft {
  readonly baseVersion: number;
  readonly base: GatewayConfig;
  readonly config: GatewayConfig;
}

export function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'baseVersion' in value &&
    isConfigLike('base', value) &&
    isConfigLike('config', value)
  );
}

function isConfigLike(key: 'base' | 'config', holder: object): boolean {
  const value: unknown = (holder as Record<string, unknown>)[key];
  return (
    typeof value === 'object' &&
    value !== null &&
    'vlans' in value &&
    Array.isArray(value.vlans) &&
    'dhcpPools' in value &&
    Array.isArray(value.dhcpPools)
  );
}

export type Mark = 'new' | 'changed' | undefined;

/** Whether an item of the draft is new or differs from what it was made on. */
export function markOf<T>(item: T, base: readonly T[], key: (item: T) => string | number): Mark {
  const before = base.find((each) => key(each) === key(item));
  if (!before) return 'new';
  return same(before, item) ? undefined : 'changed';
}

/** My edits on top of what others have applied meanwhile; where both touched an item, mine wins. */
export function rebase(draft: Draft, theirs: GatewayConfig): GatewayConfig {
  return {
    ...theirs,
    vlans: merge(draft.base.vlans, draft.config.vlans, theirs.vlans, ({ id }) => id),
    dhcpPools: merge(draft.base.dhcpPools, draft.config.dhcpPools, theirs.dhcpPools, ({ name }) => name),
  };
}

function merge<T>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  key: (item: T) => string | number,
): T[] {
  const before = new Map(base.map((item) => [key(item), item] as const));
  const own = new Map(mine.map((item) => [key(item), item] as const));
  const edited = (id: string | number) => !same(before.get(id), own.get(id));
  const kept = theirs.flatMap((item) => {
    const id = key(item);
    if (!edited(id)) return [item];
    const replacement = own.get(id);
    return replacement === undefined ? [] : [replacement];
  });
  const there = new Set(theirs.map(key));
  return [...kept, ...mine.filter((item) => !there.has(key(item)) && edited(key(item)))];
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
