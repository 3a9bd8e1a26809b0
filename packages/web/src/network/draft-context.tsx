import {
  type Api,
  type CallResult,
  type ConfigChange,
  type NetworkConfig,
  type NetworkDraft as StoredDraft,
  type NetworkScope,
  type Permission,
  type RuleViolation,
} from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useProject } from '../app/current.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { q } from '../kit/api/index.ts';
import { LoadFailed } from '../kit/page/index.ts';
import type { Collision } from './collisions.ts';
import { rebase, same, type Side } from './draft.ts';
import { useDraftChecks } from './use-draft-checks.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';

export interface NetworkDraft {
  /** What the edits were made on, and its version. */
  readonly base: NetworkConfig;
  readonly baseVersion: number;
  /** What would be applied. */
  readonly config: NetworkConfig;
  readonly scope: NetworkScope;
  readonly can: Permission;
  readonly changes: readonly ConfigChange[];
  readonly violations: readonly RuleViolation[];
  /** Edits are on their way to the server. */
  readonly saving: boolean;
  /** Why edits are not kept on the server yet. */
  readonly problem: unknown;
  /** Somebody applied another configuration since these edits began. */
  readonly conflict: boolean;
  /** Where that one meets these edits. */
  readonly collisions: readonly Collision[];
  readonly update: (config: NetworkConfig) => void;
  readonly discard: () => Promise<void>;
  /** Puts the edits on top of the newer configuration; whose stands where both touched an item. */
  readonly goOnTop: (sides: Readonly<Record<string, Side>>) => void;
  /** Stages a whole configuration in the place of the edits. */
  readonly replace: (config: NetworkConfig) => void;
}

const DraftContext = createContext<NetworkDraft | undefined>(undefined);

export function useNetworkDraft(): NetworkDraft {
  const draft = use(DraftContext);
  if (!draft) throw new Error('useNetworkDraft works inside NetworkDraftProvider only.');
  return draft;
}

/** The draft of the network's configuration: one for each project and account, on the server. */
export function NetworkDraftProvider({ children }: { readonly children: ReactNode }) {
  const { id } = useProject();
  const input = { params: { projectId: id } };
  const applied = useQuery(q('networkConfigGet', input));
  const may = applied.data?.can.configure.allowed ?? false;
  const draft = useQuery({ ...q('networkDraftGet', input), enabled: may });
  const error = applied.error ?? draft.error;
  if (applied.data && (!may || draft.data))
    return (
      <LoadedDraft applied={applied.data} draft={draft.data?.draft}>
        {children}
      </LoadedDraft>
    );
  if (!error) return <PageLoading />;
  return <LoadFailed error={error} onRetry={() => void Promise.all([applied.refetch(), draft.refetch()])} />;
}

interface LoadedDraftProps {
  readonly applied: CallResult<Api['networkConfigGet']>;
  readonly draft: StoredDraft | undefined;
  readonly children: ReactNode;
}

function LoadedDraft({ applied, children, draft }: LoadedDraftProps) {
  const { id } = useProject();
  const { keeper, state } = useDraftKeeper(id, applied, draft);
  const checks = useDraftChecks(!same(state.draft.base, state.draft.config));
  const value = useMemo<NetworkDraft>(() => {
    const { base, baseVersion, config } = state.draft;
    const { scope } = applied;
    const nameOf = (device: string) =>
      scope.wireless.devices.find((each) => each.id === device)?.name ?? device;
    const changes = checks?.describeChanges(base, config, nameOf) ?? [];
    const edited = changes.length > 0;
    const conflict = edited && baseVersion !== applied.version;
    const onApplied = { base: applied.config, baseVersion: applied.version };
    return {
      base,
      baseVersion,
      config,
      scope,
      can: applied.can.configure,
      changes,
      violations: (edited && checks?.checkNetworkConfig(config, scope, applied.config)) || [],
      saving: state.saving,
      problem: state.problem,
      conflict,
      collisions: (conflict && checks?.collisionsOf(state.draft, applied.config)) || [],
      update: (next) => void keeper.edit(next),
      discard: () => keeper.discard(),
      goOnTop: (sides) =>
        void keeper.stage({ ...onApplied, config: rebase(state.draft, applied.config, sides) }),
      replace: (next) => void keeper.stage({ ...onApplied, config: next }),
    };
  }, [applied, checks, keeper, state]);
  return <DraftContext value={value}>{children}</DraftContext>;
}
