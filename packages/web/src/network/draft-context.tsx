import {
  type Api,
  type CallResult,
  type ConfigChange,
  type EditSide,
  isSame,
  type NetworkConfig,
  type NetworkDraft as StoredDraft,
  type NetworkScope,
  type Permission,
  type RuleViolation,
} from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { createQuery } from '../kit/api/index.ts';
import { ReadOnlyScope } from '../kit/form/read-only.tsx';
import { LoadFailed } from '../kit/page/index.ts';
import type { Collision } from './collisions.ts';
import { rebase } from './draft.ts';
import { useDraftChecks } from './use-draft-checks.ts';
import { useDraftSaver } from './use-draft-saver.ts';

export interface NetworkDraft {
  /** Configuration that the edits are based on. */
  readonly base: NetworkConfig;
  readonly baseVersion: number;
  /** Configuration with the edits. */
  readonly config: NetworkConfig;
  readonly scope: NetworkScope;
  readonly can: Permission;
  readonly changes: readonly ConfigChange[];
  readonly violations: readonly RuleViolation[];
  readonly saving: boolean;
  /** Error of the last save; undefined when it succeeded. */
  readonly problem: unknown;
  /** True when another configuration was applied after these edits began. */
  readonly conflict: boolean;
  /** Items that both the edits and the newer configuration have changed. */
  readonly collisions: readonly Collision[];
  readonly update: (config: NetworkConfig) => void;
  readonly discard: () => Promise<void>;
  /** Rebases the edits on the newer configuration, with the chosen side of each collision. */
  readonly rebaseEdits: (choose: (address: string) => EditSide) => void;
  /** Replaces the edits with a whole configuration. */
  readonly replace: (config: NetworkConfig) => void;
}

const DraftContext = createContext<NetworkDraft | undefined>(undefined);

export function useNetworkDraft(): NetworkDraft {
  const draft = use(DraftContext);
  if (!draft) throw new Error('useNetworkDraft works inside NetworkDraftProvider only.');
  return draft;
}

/**
 * Provides the draft of the network configuration. The server stores it per project and account. Without
 * permission to configure, all forms inside are read-only.
 */
export function NetworkDraftProvider({ children }: { readonly children: ReactNode }) {
  const { id } = useProject();
  const input = { params: { projectId: id } };
  const applied = useQuery(createQuery('networkConfigGet', input));
  const canConfigure = applied.data?.can.configure.allowed ?? false;
  const draft = useQuery({ ...createQuery('networkDraftGet', input), enabled: canConfigure });
  const error = applied.error ?? draft.error;
  if (applied.data && (!canConfigure || draft.data))
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
  const { saver, state } = useDraftSaver(id, applied, draft);
  const checks = useDraftChecks(!isSame(state.draft.base, state.draft.config));
  const value = useMemo<NetworkDraft>(() => {
    const { base, baseVersion, config } = state.draft;
    const { scope } = applied;
    const getDeviceName = (device: string) =>
      scope.wireless.devices.find((each) => each.id === device)?.name ?? device;
    const changes = checks?.describeChanges(base, config, getDeviceName) ?? [];
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
      collisions: (conflict && checks?.findCollisions(state.draft, applied.config)) || [],
      update: (next) => void saver.edit(next),
      discard: () => saver.discard(),
      rebaseEdits: (choose) =>
        void saver.stage({ ...onApplied, config: rebase(state.draft, applied.config, choose) }),
      replace: (next) => void saver.stage({ ...onApplied, config: next }),
    };
  }, [applied, checks, saver, state]);
  return (
    <ReadOnlyScope can={value.can}>
      <DraftContext value={value}>{children}</DraftContext>
    </ReadOnlyScope>
  );
}
