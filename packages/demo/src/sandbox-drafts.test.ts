import { expect, inject, test } from 'vitest';
import { startTestServer } from '@northlight/server/testing';
import { demo } from './index.ts';
import { openOfficeSandbox } from './testing/office.ts';
import { compareDrafts } from './testing/random-drafts.ts';

test(
  'reviews and applies random drafts like the network that it copies, without a mail or webhook request',
  { tags: ['proof'], timeout: 300_000 },
  async () => {
    await using world = await startTestServer(inject('databaseUrl'), { demo });
    await using pair = await openOfficeSandbox(world);
    const { applied, differences } = await compareDrafts(pair, 20);
    expect([applied, differences]).toEqual([20, []]);
    const sent = await world.services.db.selectFrom('alarm_deliveries').select('project_id').execute();
    expect(sent.filter(({ project_id: id }) => id === pair.sandboxId)).toEqual([]);
  },
);
