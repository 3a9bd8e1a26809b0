import { CONFIG_SCHEMA } from '@northlight/contract/device-protocol';
import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { CREDENTIAL, SN, VLAN_30, VLAN_40 } from '../testing/link-world.ts';
import { handlePushMessage } from './config-intake.ts';
import { FACTORY, createInitialState, handleEvent } from './index.ts';

const hash = hashSha256Hex(formatCanonicalJson(VLAN_40));
const applied = { rev: 4, hash, status: 'applied' as const, issues: [] };
const push = { rev: 4, hash, schema: CONFIG_SCHEMA, confirmSecs: 60, config: VLAN_40 };

/**
 * Returns a device that boots after the confirmation deadline of revision 4 and is rolling back to revision
 * 3.
 */
function rollingBack() {
  const saved = {
    ...FACTORY,
    credential: CREDENTIAL,
    active: { rev: 3, hash: 'h', config: VLAN_30 },
    trial: {
      ...push,
      attempts: 1,
      outcome: { status: 'applied' as const, issues: [], ms: 5 },
      deadline: 10,
    },
  };
  const off = createInitialState({ sn: SN, canHello: false }, saved);
  return handleEvent(off, { type: 'boot', session: 's', boot: 'b', bootReason: 'power' }, 1_000).state;
}

test('a late acknowledgement does not confirm a trial that is being rolled back', () => {
  const late = handleEvent(
    rollingBack(),
    { type: 'acked', note: { kind: 'report', report: applied } },
    1_001,
  );
  expect(late.state.saved.active.rev).toBe(3);
  const back = handleEvent(late.state, { type: 'restored' }, 2_000).state;
  expect(back.saved.unsent).toMatchObject({ rev: 4, status: 'rolledback', base: 3 });
  expect(back.saved.trial).toBeUndefined();
});

test('a device without connection connects at once after its rollback, also after many failures', () => {
  const waiting = { ...rollingBack(), phase: 'waiting' as const, failures: 9 };
  const back = handleEvent(waiting, { type: 'restored' }, 2_000);
  expect(back.effects).toContainEqual({ type: 'wait', timer: 'retry', minMs: 500, maxMs: 1_000 });
  expect(back.state.failures).toBe(0);
  const online = handleEvent({ ...waiting, phase: 'online' }, { type: 'restored' }, 2_000);
  expect(online.effects.map(({ type }) => type)).not.toContain('wait');
});

test('a repeated push of a rolled back revision is answered with the rollback report, not applied again', () => {
  const back = handleEvent(rollingBack(), { type: 'restored' }, 2_000).state;
  const again = handlePushMessage({ ...back, phase: 'online' }, push, 2_001);
  expect(again.effects).toMatchObject([{ type: 'publish', message: { rev: 4, status: 'rolledback' } }]);
  const next = handlePushMessage({ ...back, phase: 'online' }, { ...push, rev: 5 }, 2_001);
  expect(next.effects.map(({ type }) => type)).toContain('apply');
});
