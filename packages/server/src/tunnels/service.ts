import { DomainError, ERRORS, type Tunnel } from '@northlight/contract';
import { commandDevices, findJobRow } from '../jobs/index.ts';
import { commit } from '../platform/commit.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { BOTH_ACCESS, permissionFor } from '../platform/http/principal.ts';
import { projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import type { Lease } from './lease.ts';

const MISSING = { status: 404, message: 'There is no such remote management.' } as const;

/** Asks a device to dial; the lease tells how far it is. */
export async function openTunnel(
  services: Services,
  deviceId: string,
  context: RequestContext,
): Promise<Tunnel> {
  const { clock, db, deviceFiles, tunnels } = services;
  const { projectId } = projectOf(context);
  if (!tunnels.isAvailable) throw new DomainError('remoteUnavailable');
  const device = await db
    .selectFrom('devices')
    .select(['name', 'state'])
    .where('project_id', '=', projectId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (!device)
    throw new DomainError('invalidParameters', { status: 404, message: 'The project has no such device.' });
  if (tunnels.ofDevice(deviceId)) throw new DomainError('remoteBusy');
  const lease = tunnels.open({
    projectId,
    deviceId,
    deviceName: device.name,
    right: {
      ...rightsHolderOf(context),
      ask: () => endOfRight(services, deviceId, projectId, context),
    },
  });
  const args = {
    url: deviceFiles.tunnelUrl(lease.ticket),
    leaseSeconds: Math.floor((lease.expiresAt - clock.now()) / 1000),
  };
  try {
    const job = await commandDevices(services, { kind: 'tunnel', deviceIds: [deviceId], args }, context);
    lease.jobId = job.id;
  } catch (error) {
    tunnels.close(lease);
    const offline = error instanceof DomainError && error.code === ERRORS.deviceOffline.code;
    throw offline ? new DomainError('remoteOffline') : error;
  }
  await tellPassword(services, projectId, deviceId);
  return tunnelState(services, lease);
}

/** Who opens the page signs in there: a device that nothing was configured for has not heard the password yet. */
async function tellPassword(services: Services, projectId: number, deviceId: string): Promise<void> {
  await commit(services, (tx, after) =>
    services.assignConfiguration(tx, after, projectId, [deviceId], 'password'),
  );
}

function rightsHolderOf({ principal }: RequestContext): { sessionId: string; accountId: string } {
  if (principal.kind !== 'account') throw new DomainError('demoProject');
  return { sessionId: principal.sessionId, accountId: principal.account.id };
}

/** When the right to a device's page ends by itself (ms); undefined when it has ended. Throws when the session has. */
async function endOfRight(
  services: Services,
  deviceId: string,
  projectId: number,
  context: RequestContext,
): Promise<number | undefined> {
  const principal = await context.again();
  if (principal.kind !== 'account') return undefined;
  const demand = { need: 'write', access: BOTH_ACCESS, notInDemo: true } as const;
  const project = await services.projectAccess(principal, projectId);
  if (!permissionFor(principal, { ...demand, project }).allowed || typeof project !== 'object')
    return undefined;
  const device = services.db.selectFrom('devices').select('id').where('id', '=', deviceId);
  if (!(await device.where('project_id', '=', projectId).executeTakeFirst())) return undefined;
  return Math.min(principal.until ?? Infinity, project.until ?? Infinity);
}

export function findLease({ tunnels }: Services, id: string, context: RequestContext): Lease {
  const lease = tunnels.find(id, projectOf(context).projectId);
  if (!lease) throw new DomainError('invalidParameters', MISSING);
  return lease;
}

/** How far a lease is. What the device said about dialling is looked up while it has not dialled. */
export async function tunnelState(services: Services, lease: Lease): Promise<Tunnel> {
  await noteRefusal(services, lease);
  const { deviceId, deviceName, end, id, link } = lease;
  const base = { id, deviceId, deviceName, expiresAt: new Date(lease.expiresAt).toISOString() };
  if (end) {
    const { code, reason } = end;
    return { ...base, state: code === ERRORS.remoteEnded.code ? 'ended' : 'failed', code, reason };
  }
  if (!link) return { ...base, state: 'opening' };
  const { origin } = tunnelOrigin(services, lease);
  return { ...base, state: 'open', enterUrl: `${origin}${services.tunnels.entranceOf(lease)}` };
}

async function noteRefusal({ db, tunnels }: Services, lease: Lease): Promise<void> {
  if (lease.end || lease.link || lease.jobId === undefined) return;
  const row = await findJobRow(db, lease.jobId, lease.deviceId);
  if (row?.state === 'expired')
    tunnels.close(lease, {
      code: ERRORS.remoteSignInTimeout.code,
      reason: 'The device did not answer in time.',
    });
  else if (row?.state === 'failed' || row?.state === 'skipped')
    tunnels.close(lease, {
      code: ERRORS.remoteFailed.code,
      reason: row.detail ?? ERRORS.remoteFailed.message,
    });
}

/** Origin of a lease's page: the console's scheme and port under a host name of its own. */
function tunnelOrigin(services: Services, { label }: Lease): URL {
  const { config } = services;
  const url = new URL(config.publicUrl ?? services.address());
  url.hostname = `${label}.${config.tunnelHost ?? 'localhost'}`;
  return url;
}

export async function closeTunnel(services: Services, id: string, context: RequestContext): Promise<void> {
  const lease = findLease(services, id, context);
  services.tunnels.close(lease);
  await auditRequest(services, services.db, context, {
    action: 'device.tunnel-close',
    object: `device ${lease.deviceName}`,
  });
}
