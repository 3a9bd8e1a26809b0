import { demo } from '@northlight/demo';
import { startEmbeddedPostgres } from '@northlight/server';
import { createClusterDirectory, findFastDirectory, startTestServer } from '@northlight/server/testing';
import { openOfficeSandbox } from '../packages/demo/src/testing/office.ts';
import { compareDrafts } from '../packages/demo/src/testing/random-drafts.ts';
import type { Figure } from './figure.ts';

const DRAFTS = 100;

/** Reviews and applies random drafts in a simulated office and in a sandbox of it. */
export async function measureSandbox(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using world = await startTestServer(postgres.url, { demo });
  await using pair = await openOfficeSandbox(world);
  const { applied, differences, sameClients } = await compareDrafts(pair, DRAFTS);
  for (const difference of differences) console.error(difference);
  const deliveries = await world.services.db
    .selectFrom('alarm_deliveries')
    .select('id')
    .where('project_id', '=', pair.sandboxId)
    .execute();
  return [
    {
      id: 'BR-5',
      text: `${applied} random drafts in a sandbox and in its original: ${differences.length} differences of review, job and alarms, ${sameClients} with the same affected clients; ${deliveries.length} mails and webhook requests`,
      goal: '0 differences, 0 requests',
      reached: differences.length === 0 && deliveries.length === 0,
    },
  ];
}
