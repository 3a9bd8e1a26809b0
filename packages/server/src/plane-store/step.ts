import type { DeviceRecord, DeviceStore, DeviceView, Outcome } from '@northlight/device-plane';
import { type Entropy, KeyedQueue } from '@northlight/runtime';
import { endClients } from '../clients/index.ts';
import { type OpenDesired, writeBirthFacts, writeIdentity } from '../devices/index.ts';
import type { Db } from '../platform/db/database.ts';
import { type DeviceSnapshot, readDevice, writeStep } from './step-statements.ts';

/**
 * Maximum number of conflicts in a row. Each conflict means that another step succeeded, so that a longer row
 * indicates a bug.
 */
const MAX_ATTEMPTS = 100;

type Step = (view: DeviceView) => Outcome;

/**
 * Creates the function that steps devices without a lock. A step reads the device and its open work in one
 * snapshot, and writes the outcome with one statement if the device has not changed; otherwise the step is
 * repeated. Steps of one device run one after another within this process, so that conflicts are rare.
 */
export function createDeviceSteps(db: Db, entropy: Entropy, open: OpenDesired): DeviceStore['step'] {
  const queue = new KeyedQueue();
  return (deviceId, step, now) =>
    queue.run(deviceId, () => stepDevice({ db, entropy, open }, deviceId, step, new Date(now)));
}

interface StepServices {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly open: OpenDesired;
}

async function stepDevice(
  { db, entropy, open }: StepServices,
  deviceId: string,
  step: Step,
  now: Date,
): ReturnType<DeviceStore['step']> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const snapshot = await readDevice(db, deviceId, now, open);
    if (!snapshot) return undefined;
    const outcome = step(snapshot.view);
    if (!hasChanges(outcome)) return { ...outcome, projectId: snapshot.view.device.projectId };
    const projectId = await writeOutcome(db, entropy, snapshot, outcome, now);
    if (projectId !== undefined) return { ...outcome, projectId };
  }
  throw new Error(`The device ${deviceId} changed during every attempt of a step.`);
}

/** Writes an outcome; returns the device's project, undefined when the device has changed since the snapshot. */
async function writeOutcome(
  db: Db,
  entropy: Entropy,
  snapshot: DeviceSnapshot,
  outcome: Outcome,
  now: Date,
): Promise<number | undefined> {
  const { identity, clientsOffline } = outcome;
  if (!identity && !clientsOffline) return writeStep(db, entropy, snapshot, outcome, now);
  return db.transaction().execute(async (tx) => {
    // Writes the device first, because this write locks the device, then its related rows.
    const projectId = await writeStep(tx, entropy, snapshot, outcome, now);
    if (projectId === undefined) return undefined;
    const { id } = snapshot.view.device;
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

const hasChanges = ({ device, work, alarms, desiredRev, identity, clientsOffline }: Outcome): boolean =>
  isFilled(device) ||
  isFilled(work) ||
  isFilled(alarms) ||
  desiredRev !== undefined ||
  identity !== undefined ||
  clientsOffline === true;
