import type { TopoMessage } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '@northlight/runtime';
import { SILENT_LOG } from '../link/index.ts';
import { CLAIMED_STATE, startWorld } from '../testing/link-world.ts';
import { type Topology, TopologyWatch } from './topology-watch.ts';

const PEER = { port: 'lan1', peerMac: '02:00:00:00:00:01' };
const address = (last: number) => ({ port: 'p1', mac: `02:00:00:00:01:0${last}`, vlan: 10 });

test('reports changed neighbours at once, changed addresses once a minute, and the whole topology every 15 min', async () => {
  const { clock, cloud, link } = startWorld(CLAIMED_STATE);
  let now: Topology = { lldp: [] };
  let broken = false;
  using watch = new TopologyWatch({
    link,
    clock,
    log: SILENT_LOG,
    read: () => (broken ? Promise.reject(new Error('out of order')) : Promise.resolve(now)),
  });
  const reports = () =>
    cloud.received('topo').map(({ lldp, fdb }) => ({ lldp, fdb }) as Partial<TopoMessage>);
  watch.start();
  await clock.advance(10_000);
  expect(reports()).toEqual([]);
  await link.boot();
  await clock.advance(0);
  await watch.sendAll();
  expect(reports()).toHaveLength(1);
  now = { lldp: [PEER] };
  await clock.advance(5_000);
  expect(reports().at(-1)).toMatchObject({ lldp: [PEER] });
  for (let count = 0; count < 9; count++) {
    now = { lldp: [PEER], fdb: [address(count)] };
    await clock.advance(5_000);
  }
  expect(reports()).toHaveLength(2);
  await clock.advance(MINUTE_MS);
  expect(reports()).toHaveLength(3);
  expect(reports().at(-1)).toMatchObject({ fdb: [address(8)] });
  broken = true;
  await clock.advance(MINUTE_MS);
  broken = false;
  await clock.advance(14 * MINUTE_MS);
  expect(reports()).toHaveLength(4);
  expect(watch.latest.lldp).toEqual([PEER]);
});
