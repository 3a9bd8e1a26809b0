import {
  checkGatewayConfig,
  type ConfigChange,
  describeChanges,
  type GatewayConfig,
  type GatewayScope,
  type Permission,
  type RuleViolation,
} from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useCurrent, useProject } from '../app/current.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { q } from '../kit/api/index.ts';
import { LoadFailed } from '../kit/page/index.ts';
import { readStored, writeStored } from '../kit/stored.ts';
import { type Draft, isDraft, rebase } from './draft.ts';

export interface GatewayDraft {
  /** What is applied now, and its version. */
  readonly base: GatewayConfig;
  readonly baseVersion: number;
  /** What would be applied. */
  readonly config: GatewayConfig;
  readonly scope: GatewayScope;
  readonly can: Permission;
  readonly changes: readonly ConfigChange[];
  readonly violations: readonly RuleViolation[];
  /** Somebody applied another configuration since these edits began. */
  readonly conflict: boolean;
  readonly update: (config: GatewayConfig) => void;
  readonly discard: () => void;
  /** Keeps the edits, on top of the newer configuration. */
  readonly keepOnTop: () => void;
}

const DraftContext = createContext<GatewayDraft | undefined>(undefined);

export function useGatewayDraft(): GatewayDraft {
  const draft = use(DraftContext);
  if (!draft) throw new Error('useGatewayDraft works inside GatewayDraftProvider only.');
  return draft;
}

/** One draft for VLANs and pools of a project: it outlives pages and reloads, and ends with the tab. */
export function GatewayDraftProvider({ children }: { readonly children: ReactNode }) {
  const project = useProject();
  const { session } = useCurrent();
  const remote = useQuery(q('gatewayConfigGet', { params: { projectId: project.id } }));
  const key = `northlight.draft.${session.account.id}.${project.id}`;
  const [stored, setStored] = useState<Draft | undefined>(() => readStored(sessionStorage, key, isDraft));
  const store = useCallback(
    (next: Draft | undefined) => {
      setStored(next);
      writeStored(sessionStorage, key, next);
    },
    [key],
  );
  const value = useMemo<GatewayDraft | undefined>(() => {
    if (!remote.data) return undefined;
    const { version, config: applied, scope, can } = remote.data;
    const base = stored?.base ?? applied;
    const baseVersion = stored?.baseVersion ?? version;
    const config = stored?.config ?? applied;
    const changes = describeChanges(base, config);
    return {
      base,
      baseVersion,
      config,
      scope,
      can: can.configure,
      changes,
      violations: changes.length > 0 ? checkGatewayConfig(config, scope) : [],
      conflict: stored !== undefined && baseVersion !== version,
      update: (next) =>
        store(describeChanges(base, next).length > 0 ? { base, baseVersion, config: next } : undefined),
      discard: () => store(undefined),
      keepOnTop: () =>
        stored && store({ base: applied, baseVersion: version, config: rebase(stored, applied) }),
    };
  }, [remote.data, stored, store]);
  if (remote.error && !value)
    return <LoadFailed error={remote.error} onRetry={() => void remote.refetch()} />;
  if (!value) return <PageLoading />;
  return <DraftContext value={value}>{children}</DraftContext>;
}
