import { TOPOLOGY_DOCUMENT } from '@northlight/contract';
import { commandPush } from '@northlight/contract/device-protocol';
import { SteppedClock } from '@northlight/runtime';
import { describe, expect, inject, test } from 'vitest';
import { createTestStorage, pollUntil, startTestServer, TEST_PASSWORD } from '../testing/index.ts';
import { createSilentSite } from './testing/silent-site.ts';

const ACCOUNT = 'positions@example.com';
describe.each([
  { count: 8, tags: [] },
  { count: 200, tags: ['proof'] },
])('$count saved positions', ({ count, tags }) => {
  test('survive a refresh, new names, another parent and a restart of the server', { tags }, async () => {
    await using storage = await createTestStorage(inject('databaseUrl'));
    const clock = new SteppedClock();
    const positions = await savePositions();
    await using world = await startTestServer(inject('databaseUrl'), { clock, storage });
    const owner = world.browser();
    await owner.call('signIn', { body: { account: ACCOUNT, password: TEST_PASSWORD } });
    const [project] = (await owner.call('projectList', {})).items;
    const read = async () => {
      await world.services.topology.processAll();
      return owner.call('topologyGet', { params: { projectId: project?.id ?? 0 }, query: {} });
    };
    expect((await read()).edits.positions).toEqual(positions);
    // The links are inferred again.
    await owner.call('deviceRename', {
      params: { projectId: project?.id ?? 0, deviceId: positions[0]?.nodeId ?? '' },
      body: { name: 'Renamed again' },
    });
    expect((await read()).edits.positions).toEqual(positions);

    /** Saves the positions of a switch and of its cameras on a server that stops then; returns them as they were before the stop. */
    async function savePositions() {
      await using world = await startTestServer(inject('databaseUrl'), { clock, storage });
      const owner = await world.signedUp(ACCOUNT);
      await using site = await createSilentSite(world, owner);
      const { behind, gateway, params } = site;
      const cameras: Awaited<ReturnType<typeof site.add>>[] = [];
      while (cameras.length < count - 1) cameras.push(await site.add('NL-IPC4D'));
      const report = async (port: string) => {
        await clock.advance(1_000);
        await behind.report([
          { port: 'u1', mac: gateway.mac },
          ...cameras.map(({ mac }, index) => ({ port: `p${(index % 7) + 1}`, mac })),
        ]);
        await gateway.report([{ port, mac: behind.mac }]);
        const isLinked = async () => {
          const { links } = await site.read();
          const find = (id: string) => links.find(({ isInTree, lower }) => isInTree && lower.nodeId === id);
          return (
            find(behind.id)?.upper.port === port &&
            cameras.every(({ id }) => find(id)?.evidence === 'forwarding')
          );
        };
        await pollUntil(isLinked);
      };
      await report('lan2');
      const changes = [behind, ...cameras].map(({ id: nodeId }, index) =>
        TOPOLOGY_DOCUMENT.set('positions', { nodeId, direction: 'vertical', x: index, y: 40 + index }),
      );
      const { positions: saved } = await owner.call('topologyEditSave', {
        params,
        body: { baseRevision: 0, changes },
      });
      expect(saved).toHaveLength(count);
      await owner.call('deviceCommand', { params, body: { kind: 'discover', deviceIds: [behind.id] } });
      await pollUntil(
        async () => commandPush.safeParse((await behind.raw.next()).payload).data?.kind === 'discover',
      );
      await report('lan2');
      for (const [index, { id }] of cameras.slice(0, 5).entries())
        await owner.call('deviceRename', {
          params: { ...params, deviceId: id },
          body: { name: `Camera ${index + 1}` },
        });
      await report('lan3');
      const { positions } = (await site.read()).edits;
      expect(positions).toEqual(saved);
      return positions;
    }
  });
});
