import type { Site } from '@northlight/rf/plan';
import { DAY_MS } from '@northlight/runtime';
import type { DbOrTx } from '../../platform/db/database.ts';
import { formatRadioId } from '../radio-id.ts';
import type { ChangedRadio } from '../tables.ts';

/** A change of a radio's power by a plan, or by its restoration. */
export interface PowerChange {
  readonly radioId: string;
  /** Time of the change (ms). */
  readonly at: number;
  readonly changeDb: number;
}

/** Lists the changes of powers by plans that are younger than the scans. */
export async function listPowerChanges(db: DbOrTx, projectId: number, now: number): Promise<PowerChange[]> {
  const rows = await db
    .selectFrom('rf_runs')
    .select('application')
    .where('project_id', '=', projectId)
    .where('application', 'is not', null)
    .execute();
  return rows
    .flatMap(({ application }) =>
      (application?.radios ?? []).flatMap((radio): PowerChange[] => {
        const changeDb = findPowerChange(radio);
        if (changeDb === undefined || !application) return [];
        const radioId = formatRadioId(radio);
        const { at, restoredAt } = application;
        return [
          { radioId, at: Date.parse(at), changeDb },
          ...(restoredAt === undefined ? [] : [{ radioId, at: Date.parse(restoredAt), changeDb: -changeDb }]),
        ];
      }),
    )
    .filter(({ at }) => now - at <= DAY_MS);
}

/** Returns the change of a power (dB); undefined if a plan did not change it. An automatic power is the one without a plan. */
function findPowerChange({ after, before }: ChangedRadio): number | undefined {
  if (!after.power || !before.power) return undefined;
  const from = before.power.powerDbm === 'auto' ? after.power.loweredFromDbm : before.power.powerDbm;
  const to = after.power.powerDbm === 'auto' ? before.power.loweredFromDbm : after.power.powerDbm;
  return from === undefined || to === undefined ? undefined : to - from;
}

/** Returns the networks of a site with the levels that the present powers would have had at the time of the scan. */
export function correctLevels(
  { networks, radios }: Pick<Site, 'networks' | 'radios'>,
  changes: readonly PowerChange[],
): Site['networks'] {
  const byRadio = Map.groupBy(changes, ({ radioId }) => radioId);
  const senders = new Map(
    radios.flatMap(({ bssids, id }) => bssids.map((bssid) => [bssid, byRadio.get(id) ?? []] as const)),
  );
  return networks.map((network) => {
    const changeDb = (senders.get(network.bssid) ?? [])
      .filter(({ at }) => at > network.at)
      .reduce((sum, each) => sum + each.changeDb, 0);
    return changeDb === 0 ? network : { ...network, levelDbm: network.levelDbm + changeDb };
  });
}
