import { findCapabilities, DomainError, ERRORS, fitsNetMode } from '@northlight/contract';
import { normalizeName } from '@northlight/contract/net';
import { findBrokenConstraint } from '../../platform/db/errors.ts';
import { commitRequest, type RequestWork } from '../../platform/http/commit-request.ts';
import { authorise, ACCESS_EXPIRED, BOTH_ACCESS, type ProjectAccess } from '../../platform/http/principal.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { announceToHolders } from '../../sharing/index.ts';
import { insertDevice } from '../insert-device.ts';
import { generateName, readPresentDevices } from '../check-claims.ts';
import { lockAndCountDevices } from '../limit-class.ts';
import { readNetMode } from '../net-mode.ts';
import { SlotCounter } from '../slot-counter.ts';
import { deleteDecision, findNotPendingError } from './decide.ts';
import { requirePendingDevice } from './require-pending.ts';

interface AddRequest {
  readonly sn: string;
  readonly projectId: number;
  readonly name?: string | undefined;
}

/**
 * Adds a pending device like a claim, except that the device has presented the account's cloud code or a
 * certificate of a trusted authority instead of a claim code.
 */
export async function addWaitingDevice(
  context: RequestContext,
  request: AddRequest,
): Promise<{ id: string; project: ProjectAccess }> {
  const { principal } = context;
  const project = await context.services.projectAccess(principal, request.projectId);
  const requirement = { need: 'write', access: BOTH_ACCESS, notInDemo: true } as const;
  authorise(principal, { ...requirement, project });
  if (!project || project === ACCESS_EXPIRED) throw new DomainError('projectInvalid');
  const inProject = { ...context, project, requirement };
  const id = await commitRequest(inProject, (work) => addToProject(work, request)).catch((error: unknown) => {
    // A violated unique name means that another transaction gave this name to a device.
    if (findBrokenConstraint(error) === 'devices_project_name') throw nameTaken();
    // A device without a base device has no row to lock, so the second of two concurrent adds violates this
    // key.
    throw findBrokenConstraint(error) === 'devices_sn' ? findNotPendingError() : error;
  });
  return { id, project };
}

/**
 * Locks the project and then the serial number, in the order of a claim. The later of two adds sees the
 * device as taken.
 */
async function addToProject(work: RequestWork, { sn, projectId, name }: AddRequest): Promise<string> {
  const { tx } = work;
  const { id: accountId } = work.account;
  const counts = await lockAndCountDevices(tx, projectId);
  const { authority, caps: reported, mac, model } = await requirePendingDevice(tx, accountId, sn);
  const caps = reported ?? findCapabilities(model);
  if (!caps) throw new DomainError('invalidParameters', { message: `The model ${model} is not supported.` });
  const netMode = await readNetMode(tx, projectId);
  if (!fitsNetMode(caps.kind, netMode)) throw new DomainError('netModeMismatch');
  const present = await readPresentDevices(tx, projectId);
  const names = new Set(present.map((row) => row.name_key));
  const chosen = name ?? generateName(model, mac, names);
  if (names.has(normalizeName(chosen))) throw nameTaken();
  const slot = new SlotCounter(netMode, counts, present).reserve({ caps, model }, chosen);
  if ('refusal' in slot) throw new DomainError('deviceLimit', { message: slot.refusal });
  const row = { projectId, sn, mac, model, name: chosen, caps, role: slot.role, authority };
  const id = await insertDevice(work, row);
  await deleteDecision(work, sn);
  await work.services.assignConfiguration(work, projectId, [id]);
  await work.audit({ action: 'device.add', object: sn, projectId });
  work.claimed(sn);
  work.liveIn(projectId, 'devices');
  await announceToHolders(work, projectId, 'projects');
  return id;
}

const nameTaken = (): DomainError =>
  new DomainError('deviceNameExists', { fields: { name: ERRORS.deviceNameExists.message } });
