import {
  type ConfigIssue,
  CONFIRM_SECONDS,
  type DeviceConfig,
  type LocalChange,
  withLocalWan,
} from '@northlight/contract/device-protocol';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import { reconnect, chain, type LinkState, step, type Step } from './state.ts';
import type { Trial } from './saved-state.ts';

const MANAGED_BY_CLOUD = 'The device is managed by its cloud.';
const DEVICE_BUSY = 'The device is applying a configuration. Try again when it has finished.';

/** Merges two changes; per port the later one wins. */
const mergeChanges = (before: LocalChange | undefined, { wan }: LocalChange): LocalChange => ({
  wan: [...(before?.wan ?? []).filter(({ port }) => !wan.some((each) => each.port === port)), ...wan],
});

/** Returns the configuration with a change of the local page applied. */
export const withLocalChange = (config: DeviceConfig, change: LocalChange): DeviceConfig => ({
  ...config,
  wan: withLocalWan(config.wan ?? [], change),
});

/**
 * Applies a change made on the local page, under local management only. The operator is next to the device, so no
 * confirmation by the cloud is needed; the next birth reports the change.
 */
export function onLocalChange(state: LinkState, change: LocalChange): Step {
  const { active, local, managed, trial } = state.saved;
  if (managed !== 'local') return finishLocalChange(state, [{ path: '', reason: MANAGED_BY_CLOUD }]);
  if (state.driverJobs > 0 || trial) return finishLocalChange(state, [{ path: '', reason: DEVICE_BUSY }]);
  const config = withLocalChange(active.config, change);
  const newTrial: Trial = {
    rev: active.rev,
    hash: sha256Hex(canonicalJson(config)),
    config,
    confirmSecs: CONFIRM_SECONDS,
    attempts: 1,
    local: mergeChanges(local, change),
  };
  return step(
    { ...state, driverJobs: state.driverJobs + 1, saved: { ...state.saved, trial: newTrial } },
    { type: 'save' },
    { type: 'apply', rev: active.rev, config },
  );
}

/** The driver finished applying a local change: it becomes active, or is dropped with the driver's issues. */
export function onLocalApplied(
  state: LinkState,
  { config, hash, local, rev }: Trial,
  refused: readonly ConfigIssue[] | undefined,
): Step {
  const { trial: _trial, ...saved } = state.saved;
  if (refused)
    return chain(step({ ...state, saved }, { type: 'save' }), (next) => finishLocalChange(next, refused));
  const kept = step(
    { ...state, saved: { ...saved, active: { rev, hash, config }, ...(local && { local }) } },
    { type: 'save' },
    { type: 'localChangeDone', issues: [] },
  );
  return chain(kept, reconnect);
}

const finishLocalChange = (state: LinkState, issues: readonly ConfigIssue[]): Step =>
  step(state, { type: 'localChangeDone', issues });
