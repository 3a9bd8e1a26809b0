import {
  type ConfigIssue,
  CONFIRM_SECONDS,
  type DeviceConfig,
  type LocalChange,
  withLocalWan,
} from '@northlight/contract/device-protocol';
import { canonicalJson, sha256Hex } from '@northlight/runtime';
import { rejoin, chain, type LinkState, step, type Step } from './state.ts';
import type { Trial } from './saved.ts';

const CLOUD = 'The device is managed by its cloud.';
const BUSY = 'The device is applying a configuration. Try again in a moment.';

/** The values of a later change take the place of an earlier one's, port by port. */
const joined = (before: LocalChange | undefined, { wan }: LocalChange): LocalChange => ({
  wan: [...(before?.wan ?? []).filter(({ port }) => !wan.some((each) => each.port === port)), ...wan],
});

/** The configuration with what was set at the device's own page. */
export const withLocalChange = (config: DeviceConfig, change: LocalChange): DeviceConfig => ({
  ...config,
  wan: withLocalWan(config.wan ?? [], change),
});

/**
 * Something was set at the device's own page, under local management: it runs at once. Who set it stands before the
 * device, so that nothing has to be confirmed by the cloud; it is told of it by the next birth.
 */
export function onLocalChange(state: LinkState, change: LocalChange): Step {
  const { active, local, managed, trial } = state.saved;
  if (managed !== 'local') return answer(state, [{ path: '', reason: CLOUD }]);
  if (state.working > 0 || trial) return answer(state, [{ path: '', reason: BUSY }]);
  const config = withLocalChange(active.config, change);
  const begun: Trial = {
    rev: active.rev,
    hash: sha256Hex(canonicalJson(config)),
    config,
    confirmSecs: CONFIRM_SECONDS,
    attempts: 1,
    local: joined(local, change),
  };
  return step(
    { ...state, working: state.working + 1, saved: { ...state.saved, trial: begun } },
    { type: 'save' },
    { type: 'apply', rev: active.rev, config },
  );
}

/** The driver is done with it: it is what runs from now on, or nothing has changed. */
export function onLocalApplied(
  state: LinkState,
  { config, hash, local, rev }: Trial,
  refused: readonly ConfigIssue[] | undefined,
): Step {
  const { trial: _trial, ...saved } = state.saved;
  if (refused) return chain(step({ ...state, saved }, { type: 'save' }), (next) => answer(next, refused));
  const kept = step(
    { ...state, saved: { ...saved, active: { rev, hash, config }, ...(local && { local }) } },
    { type: 'save' },
    { type: 'changedLocally', issues: [] },
  );
  return chain(kept, rejoin);
}

const answer = (state: LinkState, issues: readonly ConfigIssue[]): Step =>
  step(state, { type: 'changedLocally', issues });
