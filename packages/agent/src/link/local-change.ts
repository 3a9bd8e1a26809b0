import {
  type ConfigIssue,
  CONFIRM_SECONDS,
  type DeviceConfig,
  type LocalChange,
  mergeLocalWan,
} from '@northlight/contract/device-protocol';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { reconnect, chainStep, type LinkState, createStep, type Step } from './state.ts';
import type { Trial } from './saved-state.ts';

const MANAGED_BY_CLOUD = 'The device is managed by its cloud.';
const DEVICE_BUSY = 'The device is applying a configuration. Try again when it has finished.';

/** Merges two changes; the later change of a port replaces the earlier one. */
const mergeChanges = (before: LocalChange | undefined, { wan }: LocalChange): LocalChange => ({
  wan: [...(before?.wan ?? []).filter(({ port }) => !wan.some((each) => each.port === port)), ...wan],
});

/** Returns the configuration with a change of the local page applied. */
export const mergeLocalChange = (config: DeviceConfig, change: LocalChange): DeviceConfig => ({
  ...config,
  wan: mergeLocalWan(config.wan ?? [], change),
});

/**
 * Applies a change made on the local page, under local management only. The operator is next to the device, so no
 * confirmation by the cloud is needed; the next birth reports the change.
 */
export function handleLocalChange(state: LinkState, change: LocalChange): Step {
  const { active, local, managed, trial } = state.saved;
  if (managed !== 'local') return finishLocalChange(state, [{ path: '', reason: MANAGED_BY_CLOUD }]);
  if (state.driverJobs > 0 || trial) return finishLocalChange(state, [{ path: '', reason: DEVICE_BUSY }]);
  const config = mergeLocalChange(active.config, change);
  const newTrial: Trial = {
    rev: active.rev,
    hash: hashSha256Hex(formatCanonicalJson(config)),
    config,
    confirmSecs: CONFIRM_SECONDS,
    attempts: 1,
    local: mergeChanges(local, change),
  };
  return createStep(
    { ...state, driverJobs: state.driverJobs + 1, saved: { ...state.saved, trial: newTrial } },
    { type: 'save' },
    { type: 'apply', rev: active.rev, config },
  );
}

/**
 * Handles the result of a local change: the change becomes active, or is dropped with the driver's issues.
 */
export function handleLocalApplied(
  state: LinkState,
  { config, hash, local, rev }: Trial,
  refused: readonly ConfigIssue[] | undefined,
): Step {
  const { trial: _trial, ...saved } = state.saved;
  if (refused)
    return chainStep(createStep({ ...state, saved }, { type: 'save' }), (next) =>
      finishLocalChange(next, refused),
    );
  const kept = createStep(
    { ...state, saved: { ...saved, active: { rev, hash, config }, ...(local && { local }) } },
    { type: 'save' },
    { type: 'localChangeDone', issues: [] },
  );
  return chainStep(kept, reconnect);
}

const finishLocalChange = (state: LinkState, issues: readonly ConfigIssue[]): Step =>
  createStep(state, { type: 'localChangeDone', issues });
