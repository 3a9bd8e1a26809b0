import { expect, inject, test } from 'vitest';
import { createProject, RawDevice, startTestServer } from '../testing/index.ts';

test('records the first birth of a serial number once, with the country of its project, also after its removal', async () => {
  await using world = await startTestServer(inject('databaseUrl'));
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const [base] = await world.register({ model: 'NL-GW5' });
  if (!base) throw new Error('There is no gateway.');
  const body = { sn: base.sn, claimCode: base.claimCode };
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body });
  const credential = await RawDevice.provision(world.mqttPort, base);
  await world.services.db
    .updateTable('projects')
    .set({ country: 'Portugal' })
    .where('id', '=', projectId)
    .execute();
  const read = () =>
    world.services.db.selectFrom('activations').selectAll().where('sn', '=', base.sn).execute();
  expect(await read()).toEqual([]);
  const first = await RawDevice.online(world.mqttPort, base, credential, { session: 'first' });
  const recorded = await read();
  expect(recorded).toMatchObject([{ sn: base.sn, model: 'NL-GW5', country: 'Portugal' }]);
  await first[Symbol.asyncDispose]();
  await owner.call('deviceRemove', { params: { projectId, deviceId: id } });
  await owner.call('deviceAdd', { params: { projectId }, body });
  const again = await RawDevice.provision(world.mqttPort, base);
  await using _second = await RawDevice.online(world.mqttPort, base, again, { session: 'second' });
  expect(await read()).toEqual(recorded);
});
