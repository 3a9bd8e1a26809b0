import { findCapabilities } from '@northlight/contract';
import { configPush, topics } from '@northlight/contract/device-protocol';
import { createProject, RawDevice, createSampleDevice } from '@northlight/server/testing';
import { registerBaseDevices } from '@northlight/server';
import { startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';

const DEVICES = 500;
const AT_ONCE = 8;
const SINGLES = 30;
const REVIEWS = 9;
const REVIEW_GOAL_MS = 1_000;
const SENT_GOAL_MS = 1_000;
const ACKNOWLEDGED_GOAL_MS = 2_000;

interface Member {
  readonly id: string;
  readonly device: RawDevice;
}

/** P7: measures one apply for a whole project, compared with the sum of as many single pushes. */
export async function measureProjectPush(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { browser, db, product } = world;
  const port = Number(product.env['NORTHLIGHT_MQTT_PORT']);
  const caps = findCapabilities('NL-AP6C');
  if (!caps) throw new Error('There is no model NL-AP6C.');
  const { id: projectId } = await createProject(browser);
  const base = Array.from({ length: DEVICES }, () => ({ ...createSampleDevice(), model: 'NL-AP6C' }));
  await registerBaseDevices(db, base, Date.now());
  const members: Member[] = [];
  let next = 0;
  const join = async (): Promise<void> => {
    for (let index = next++; index < DEVICES; index = next++) {
      const own = base[index];
      if (!own) return;
      const { claimCode, sn } = own;
      const { id } = await browser.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
      const credential = await RawDevice.provision(port, own);
      // Access points with VLANs, because a project cannot contain as many devices of another kind.
      const birth = {
        session: `p7-${index}`,
        caps: { ...caps, features: [...caps.features, 'vlan' as const] },
      };
      members.push({ id, device: await RawDevice.online(port, own, credential, birth) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, join));
  let version = 0;
  /**
   * Returns the time until the last device received its configuration, and until the last report was
   * committed (ms).
   */
  const push = async (
    targets: readonly Member[],
  ): Promise<{ sent: number; acknowledged: number; state: string }> => {
    const start = performance.now();
    let sent = 0;
    const reports = targets.map(async ({ device, id }) => {
      const { hash, rev } = configPush.parse((await device.next()).payload);
      sent = performance.now() - start;
      await device.publish(topics.up(id, 'cfg'), { rev, hash, status: 'applied' });
    });
    const vlan = { id: 10 + (version % 4000), name: `V${version}`, ip: '10.9.0.1', prefix: 24, ports: [] };
    const { job } = await browser.call('networkConfigApply', {
      params: { projectId },
      body: { baseVersion: version++, config: { vlans: [vlan], dhcpPools: [] } },
    });
    await Promise.all(reports);
    const acknowledged = performance.now() - start;
    const { state } = await browser.call('jobGet', { params: { projectId, jobId: job.id } });
    return { sent, acknowledged, state };
  };
  const single = await world.addDevice('NL-GW5');
  const singles: number[] = [];
  for (let count = 0; count < SINGLES; count++) {
    const start = performance.now();
    const arrived = single.device.next();
    const vlan = { id: 10 + count, name: `V${count}`, ip: '10.9.0.1', prefix: 24, ports: [] };
    await browser.call('networkConfigApply', {
      params: { projectId: single.projectId },
      body: { baseVersion: count, config: { vlans: [vlan], dhcpPools: [] } },
    });
    const { hash, rev } = configPush.parse((await arrived).payload);
    await single.device.publish(topics.up(single.id, 'cfg'), { rev, hash, status: 'applied' });
    singles.push(performance.now() - start);
  }
  const reviews: number[] = [];
  for (let count = 0; count < REVIEWS; count++) {
    const start = performance.now();
    const vlan = { id: 10 + count, name: `R${count}`, ip: '10.9.0.1', prefix: 24, ports: [] };
    await browser.call('networkConfigReview', {
      params: { projectId },
      body: { baseVersion: version, config: { vlans: [vlan], dhcpPools: [] } },
    });
    reviews.push(performance.now() - start);
  }
  await push(members);
  const rounds = [await push(members), await push(members), await push(members)];
  const median = (of: 'sent' | 'acknowledged'): number =>
    computeQuantile(
      rounds.map((round) => round[of]),
      0.5,
    );
  const sum = computeQuantile(singles, 0.5) * DEVICES;
  const done = rounds.every(({ state }) => state === 'done');
  const review = computeQuantile(reviews, 0.5);
  return [
    {
      id: 'P7 review',
      text: `${members.length} devices: what would change, where, at what cost and what would lose its way in ${formatMilliseconds(review)} (median of ${REVIEWS}, at worst ${formatMilliseconds(Math.max(...reviews))})`,
      goal: '1 s',
      reached: review <= REVIEW_GOAL_MS,
    },
    {
      id: 'P7',
      text: `${members.length} devices, one first and the others when it had confirmed: all sent in ${formatMilliseconds(median('sent'))}, all acknowledged in ${formatMilliseconds(median('acknowledged'))} (median of 3), ${(sum / median('acknowledged')).toFixed(1)}× faster than as many single pushes (${formatMilliseconds(sum)}); jobs ${done ? 'done' : 'not done'}`,
      goal: '1 s, 2 s',
      reached: done && median('sent') <= SENT_GOAL_MS && median('acknowledged') <= ACKNOWLEDGED_GOAL_MS,
    },
  ];
}
