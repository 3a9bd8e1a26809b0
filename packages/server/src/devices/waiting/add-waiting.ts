import { capabilitiesOf, DomainError, ERRORS } from '@northlight/contract';
import { normalForm } from '@northlight/contract/net';
import { type AfterCommit, commit } from '../../platform/commit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { auditRequest } from '../../platform/http/audit-request.ts';
import { authorise, EXPIRED, type ProjectAccess } from '../../platform/http/principal.ts';
import { accountOf, type RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { announceToHolders } from '../../sharing/index.ts';
import { freeName, insertDevice, lockAndLookUp, takenNames, takeRoom } from '../claim.ts';
import { lockAndCount } from '../limit-class.ts';
import { notWaiting } from './decide.ts';
import { callingDevices } from './store.ts';

const WEB = ['web'] as const;

interface Joining {
  readonly sn: string;
  readonly projectId: number;
  readonly name?: string | undefined;
}

/**
 * Adds a device that waits for the caller. That it presented the account's cloud code, or a certificate of an authority
 * that the account trusts, stands for the claim code;
 * everything else is as with a claim by its label.
 */
export async function addWaiting(
  services: Services,
  joining: Joining,
  context: RequestContext,
): Promise<{ id: string; project: ProjectAccess }> {
  const { principal } = context;
  const project = await services.projectAccess(principal, joining.projectId);
  authorise(principal, { need: 'write', access: WEB, project, notInDemo: true });
  if (!project || project === EXPIRED) throw new DomainError('projectInvalid');
  const id = await commit(services, (tx, after) => join(services, tx, after, joining, context)).catch(
    (error: unknown) => {
      // A device was given this very name meanwhile.
      if (brokenConstraint(error) === 'devices_project_name') throw nameTaken();
      // A device that is on no list has no row to lock: of two at once the second finds its number taken.
      throw brokenConstraint(error) === 'devices_sn' ? notWaiting() : error;
    },
  );
  return { id, project };
}

/** Locks in the order of a claim: the project, then the serial number. The later of two then sees the device taken. */
async function join(
  services: Services,
  tx: Tx,
  after: AfterCommit,
  { sn, projectId, name }: Joining,
  context: RequestContext,
): Promise<string> {
  const { id: accountId } = accountOf(context);
  const counts = new Map(await lockAndCount(tx, projectId));
  const listed = (await lockAndLookUp(tx, [{ sn }])).get(sn);
  const calling = await callingDevices(tx, accountId).where('waiting_devices.sn', '=', sn).executeTakeFirst();
  const proved = calling?.caps ? { ...calling, taken: false } : undefined;
  const entry = proved ?? listed;
  if (!entry || entry.taken || !calling) throw notWaiting();
  if (calling.standing === 'rejected')
    throw new DomainError('invalidParameters', {
      message: 'You rejected this device. Take that back first.',
    });
  const caps = calling.caps ?? capabilitiesOf(entry.model);
  if (!caps)
    throw new DomainError('invalidParameters', { message: `The model ${entry.model} is not supported.` });
  const names = await takenNames(tx, projectId);
  const chosen = name ?? freeName(entry.model, entry.mac, names);
  if (names.has(normalForm(chosen))) throw nameTaken();
  if (!takeRoom(counts, caps)) throw new DomainError('deviceLimit');
  const row = { projectId, sn, mac: entry.mac, model: entry.model, name: chosen, caps };
  const id = await insertDevice(services, tx, row);
  if (calling.key_hash !== null)
    await tx
      .insertInto('openwifi_links')
      .values({ device_id: id, account_id: accountId, key_hash: calling.key_hash })
      .execute();
  await tx.deleteFrom('waiting_decisions').where('account_id', '=', accountId).where('sn', '=', sn).execute();
  await services.assignConfiguration(tx, after, projectId, [id]);
  await auditRequest(services, tx, context, { action: 'device.add', object: sn, projectId });
  after.claimed(sn);
  after.live(projectId, 'devices');
  after.liveTo([accountId], 'waitingDevices');
  await announceToHolders(tx, after, projectId, new Date(services.clock.now()), 'projects');
  return id;
}

const nameTaken = (): DomainError =>
  new DomainError('deviceNameExists', { fields: { name: ERRORS.deviceNameExists.message } });
