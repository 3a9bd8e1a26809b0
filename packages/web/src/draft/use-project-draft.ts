import type {
  Api,
  BulkSettings,
  CallResult,
  ConfigChange,
  DraftDevice,
  EditSide,
  NetworkConfig,
  NetworkScope,
  Permission,
  RefusedDevice,
  RuleViolation,
} from '@northlight/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { DraftState } from '../kit/document/draft-saver.ts';
import type { Collision } from './collisions.ts';
import { createQueries, createSavedDraft, createStoreQuery, type DraftStore } from './draft-store.ts';
import {
  createProjectDraft,
  followApplied,
  isEdited,
  type ProjectDraft,
  rebaseOnApplied,
  stageDevice,
} from './project-draft.ts';
import { type DraftChecks, useDraftChecks } from './use-draft-checks.ts';

/** The draft of a project as its editors see it; the stored one is NetworkDraft of the contract. */
export interface OpenDraft extends ProjectDraft {
  readonly scope: NetworkScope;
  readonly can: Permission;
  readonly changes: readonly ConfigChange[];
  readonly violations: readonly RuleViolation[];
  readonly saving: boolean;
  /** Error of the last save; undefined when it succeeded. */
  readonly problem: unknown;
  /** True when another configuration, or other settings of a device, were applied after these edits began. */
  readonly conflict: boolean;
  /** Items that both the edits and the newer configuration have changed. */
  readonly collisions: readonly Collision[];
  readonly update: (config: NetworkConfig) => void;
  /** Stages the settings of a device; those that are its base leave the draft. */
  readonly updateDevice: (device: DraftDevice) => void;
  /** Stages fields of the settings of many devices. Resolves to the devices that would refuse them. */
  readonly changeInBulk: (bulk: BulkSettings) => Promise<readonly RefusedDevice[]>;
  /** Replaces the edits with other ones on the same base. */
  readonly stage: (draft: ProjectDraft) => void;
  /** Undoes the last step of this window; undefined if there is none. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly discard: () => Promise<void>;
  /** Rebases the edits on the newer configuration, with the chosen side of each collision. */
  readonly rebaseEdits: (choose: (address: string) => EditSide) => void;
  /** Replaces the edits with a whole configuration and settings of devices. */
  readonly replace: (config: NetworkConfig, devices: readonly DraftDevice[]) => void;
}

interface LoadedDraft {
  /** Absent while it loads, and after an error. */
  readonly draft?: OpenDraft;
  readonly error: unknown;
  readonly retry: () => void;
}

const NO_SUBSCRIPTION = () => () => undefined;

/**
 * Returns the draft of a project, which the server stores per account; all parts of the window share it. Without permission
 * to configure, the draft has no edits.
 */
export function useProjectDraft(projectId: number): LoadedDraft {
  const client = useQueryClient();
  const [configQuery, draftQuery] = createQueries(projectId);
  const applied = useQuery(configQuery);
  const canConfigure = applied.data?.can.configure.allowed ?? false;
  const stored = useQuery({ ...draftQuery, enabled: canConfigure });
  const { data: store, ...loading } = useQuery({
    ...createStoreQuery(client, projectId),
    enabled: canConfigure,
  });
  const state = useSyncExternalStore(store?.saver.subscribe ?? NO_SUBSCRIPTION, () =>
    store?.saver.getState(),
  );
  useEffect(() => {
    if (store && applied.data && stored.data) store.adopt(createSavedDraft(applied.data, stored.data.draft));
  }, [store, applied.data, stored.data]);
  const checks = useDraftChecks(state !== undefined && isEdited(state.draft));
  const draft = useMemo(() => {
    if (!applied.data || (canConfigure && !state)) return undefined;
    const shown = state ?? { draft: createProjectDraft(applied.data), saving: false, problem: undefined };
    return describeDraft(applied.data, shown, { store, checks });
  }, [applied.data, canConfigure, checks, store, state]);
  return {
    ...(draft && { draft }),
    error: applied.error ?? stored.error ?? loading.error,
    retry: () => void Promise.all([applied.refetch(), stored.refetch()]).then(() => loading.refetch()),
  };
}

type AppliedConfig = CallResult<Api['networkConfigGet']>;

function describeDraft(
  applied: AppliedConfig,
  state: DraftState<ProjectDraft>,
  { checks, store }: { readonly checks: DraftChecks | undefined; readonly store: DraftStore | undefined },
): OpenDraft {
  const { scope } = applied;
  const draft = followApplied(state.draft, applied);
  const { base, baseVersion, config, devices } = draft;
  const getDeviceName = (device: string) =>
    scope.wireless.devices.find((each) => each.id === device)?.name ?? device;
  const ofNetwork = checks?.describeChanges(base, config, getDeviceName) ?? [];
  const changes = [...ofNetwork, ...(checks?.describeDevices(devices) ?? [])];
  const conflict =
    changes.length > 0 &&
    (baseVersion !== applied.version || devices.some((device) => device.version !== device.baseVersion));
  return {
    ...draft,
    scope,
    can: applied.can.configure,
    changes,
    violations: (ofNetwork.length > 0 && checks?.checkNetworkConfig(config, scope, applied.config)) || [],
    saving: state.saving,
    problem: state.problem,
    conflict,
    collisions: (conflict && checks?.findCollisions(draft, applied.config)) || [],
    update: (next) => store?.stage({ ...draft, config: next }),
    updateDevice: (device) => store?.stage(stageDevice(draft, device)),
    changeInBulk: async (bulk) => (await store?.changeInBulk(bulk)) ?? [],
    stage: (next) => store?.stage(next),
    undo: store?.undo,
    redo: store?.redo,
    discard: async () => store?.discard(),
    rebaseEdits: (choose) => store?.restart(rebaseOnApplied(draft, applied, choose)),
    replace: (next, nextDevices) =>
      store?.restart({ ...createProjectDraft(applied), config: next, devices: nextDevices }),
  };
}
