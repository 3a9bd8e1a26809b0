import { getFirstStep, OUTAGE_KINDS, type ProjectStatus } from '@northlight/contract';
import { deviceKind } from '@northlight/contract/device-protocol';
import { listOpenOutages } from '../../alarms/index.ts';
import { countLostClients } from '../../clients/index.ts';
import type { Db } from '../../platform/db/database.ts';

type Outage = Awaited<ReturnType<typeof listOpenOutages>>[number];

const ORDER: readonly string[] = OUTAGE_KINDS;

/** Number of outages, those of the most devices, whose clients are counted. */
const COUNTED = 20;

/** Sorts lost sites first, then the outages that affect the most clients, then the most devices, then the oldest. */
const compareOutages = (a: Outage & { clients?: number }, b: Outage & { clients?: number }): number =>
  Number(b.kind === 'site-lost') - Number(a.kind === 'site-lost') ||
  (b.clients ?? 0) - (a.clients ?? 0) ||
  b.affected.length - a.affected.length ||
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
  a.at.getTime() - b.at.getTime();

/** Returns the most severe open outage of a project; `devices` are the project's devices. */
export async function readOutage(
  db: Db,
  projectId: number,
  devices: readonly { readonly id: string; readonly name: string; readonly kind: string }[],
): Promise<ProjectStatus['outage']> {
  const outages = (await listOpenOutages(db, projectId)).toSorted(compareOutages);
  const counted = await Promise.all(
    outages.slice(0, COUNTED).map(async (outage) => ({
      ...outage,
      clients: await countLostClients(db, projectId, outage.affected, outage.at),
    })),
  );
  const [worst] = counted.toSorted(compareOutages);
  if (!worst) return undefined;
  const found = devices.find(({ id }) => id === worst.device_id);
  const device = found && { id: found.id, name: found.name, kind: deviceKind.parse(found.kind) };
  return {
    alarmId: worst.id,
    kind: worst.kind,
    severity: worst.severity,
    since: worst.at.toISOString(),
    ...(device && { device }),
    devices: worst.affected.length,
    clients: worst.clients,
    firstStep: getFirstStep(worst.kind, device?.kind),
    others: outages.length - 1,
  };
}
