import { SteppedClock } from '@northlight/runtime';
import { topics } from '@northlight/contract/device-protocol';
import { expect, inject, test } from 'vitest';
import { pollUntil, startTestServer } from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';

const PEER = { signalDbm: -51, chainsDbm: [], rxRateMbps: 400, txRateMbps: 400 };

test('a bridge link that is up leads from the base to its client, also after its client has another base', async () => {
  await using world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  const owner = await world.signedUp();
  await using site = await createSilentSite(world, owner);
  const { behind, gateway, join, read } = site;
  const base = await join('NL-CPE5');
  const client = await join('NL-CPE5');
  const other = await join('NL-CPE5');
  let reports = 0;
  const report = ({ id, raw, sn }: typeof base, mode: 'base' | 'client', peers: readonly string[]) => {
    void raw.publish(topics.up(id, 'stat'), {
      session: `${sn} session`,
      seq: ++reports,
      ts: world.clock.now(),
      bridge: {
        mode,
        channel: 100,
        widthMhz: 40,
        powerDbm: 20,
        peers: peers.map((mac) => ({ ...PEER, mac })),
      },
    });
  };
  await gateway.report([{ port: 'lan1', mac: behind.mac }]);
  await behind.report([{ port: 'p2', mac: base.mac }]);
  report(base, 'base', [client.mac]);
  report(client, 'client', [base.mac]);
  const findLink = async () => {
    await world.clock.advance(10);
    const { links } = await read();
    return links.find(({ lower }) => lower.nodeId === client.id);
  };
  await pollUntil(async () => (await findLink())?.upper.nodeId === base.id);
  expect(await findLink()).toMatchObject({ evidence: 'wireless' });
  report(client, 'client', [other.mac]);
  await pollUntil(async () => (await findLink())?.upper.nodeId === other.id);
});
