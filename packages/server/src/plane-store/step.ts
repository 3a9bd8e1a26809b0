import type { DeviceRecord, DeviceStore, DeviceView, Outcome } from '@northlight/device-plane';
import { type Entropy, KeyedQueue } from '@northlight/runtime';
import { endClients } from '../clients/index.ts';
import { type OpenDesired, writeBirthFacts, writeIdentity } from '../devices/index.ts';
import type { Db } from '../platform/db/database.ts';
import { type KnownDevice, readDevice, writeStep } from './step-statements.ts';

/** Every conflict means that another step got through; so many in a row are a fault. */
const MOST_ATTEMPTS = 100;

type Step = (view: DeviceView) => Outcome;

/**
 * Steps devices without holding a lock while the step is made: the device and its open work are read in one snapshot,
 * and one statement writes the outcome if the device is still as it was read. If not, the step is made again. Steps of
 * one device in this process come one after another, so that this is rare.
 */
export function deviceSteps(db: Db, entropy: Entropy, open: OpenDesired): DeviceStore['step'] {
  const queue = new KeyedQueue();
  return (deviceId, step, now) =>
    queue.run(deviceId, () => stepDevice({ db, entropy, open }, deviceId, step, new Date(now)));
}

interface Stepping {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly open: OpenDesired;
}

async function stepDevice(
  { db, entropy, open }: Stepping,
  deviceId: string,
  step: Step,
  now: Date,
): ReturnType<DeviceStore['step']> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const known = await readDevice(db, deviceId, now, open);
    if (!known) return undefined;
    const outcome = step(known.view);
    if (!changesSomething(outcome)) return { ...outcome, projectId: known.view.device.projectId };
    const projectId = await write(db, entropy, known, outcome, now);
    if (projectId !== undefined) return { ...outcome, projectId };
  }
  throw new Error(`The device ${deviceId} changes too fast to be stepped.`);
}

/** The project that the device belongs to as it was written; undefined when the device is not as it was read. */
async function write(
  db: Db,
  entropy: Entropy,
  known: KnownDevice,
  outcome: Outcome,
  now: Date,
): Promise<number | undefined> {
  const { identity, clientsOffline } = outcome;
  if (!identity && !clientsOffline) return writeStep(db, entropy, known, outcome, now);
  return db.transaction().execute(async (tx) => {
    // The device first, and with it its lock; what belongs to it after.
    const projectId = await writeStep(tx, entropy, known, outcome, now);
    if (projectId === undefined) return undefined;
    const { id } = known.view.device;
    if (identity) {
      await writeIdentity(tx, id, identity);
      await writeBirthFacts(tx, id, projectId, identity);
    }
    if (clientsOffline) await endClients(tx, projectId, id, now);
    return projectId;
  });
}

const isFilled = (part: readonly unknown[] | Partial<DeviceRecord> | undefined): boolean =>
  part !== undefined && Object.keys(part).length > 0;

const changesSomething = ({ device, work, alarms, desiredRev, identity, clientsOffline }: Outcome): boolean =>
  isFilled(device) ||
  isFilled(work) ||
  isFilled(alarms) ||
  desiredRev !== undefined ||
  identity !== undefined ||
  clientsOffline === true;
