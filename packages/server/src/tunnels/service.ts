import { DomainError, ERRORS, type Tunnel, TUNNEL_LEASE_SECONDS } from '@northlight/contract';
import { createRandomId } from '@northlight/runtime';
import { createCommandJob, createMissingDeviceError, findJobRow } from '../jobs/index.ts';
import { commit } from '../platform/work.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { lockLimitKey } from '../platform/db/limits.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getAccount, getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import {
  findTunnelEnd,
  endTunnel,
  findTunnel,
  findTunnelOfDevice,
  insertTunnel,
  setTunnelJob,
  TUNNEL_ENDS,
  type TunnelEnd,
  type TunnelRow,
} from './tunnel-rows.ts';

const UNKNOWN_TUNNEL = { status: 404, message: 'There is no such remote management session.' } as const;

/** Requests a device to connect. The state of the tunnel shows the progress. */
export async function openTunnel(context: RequestContext, deviceId: string): Promise<Tunnel> {
  const { clock, db, deviceFiles, tunnels } = context.services;
  const { projectId } = getProjectAccess(context);
  if (!tunnels.isAvailable) throw new DomainError('remoteUnavailable');
  const device = await db
    .selectFrom('devices')
    .select(['name', 'state'])
    .where('project_id', '=', projectId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (!device) throw await createMissingDeviceError(db, projectId, [deviceId]);
  const tunnel = await addTunnel(context, { projectId, deviceId, deviceName: device.name });
  const args = {
    url: deviceFiles.tunnelUrl(tunnels.ticketOfTunnel(tunnel.id)),
    leaseSeconds: Math.floor((tunnel.expires_at.getTime() - clock.now()) / 1000),
  };
  try {
    const job = await createCommandJob(context, { kind: 'tunnel', deviceIds: [deviceId], args });
    await setTunnelJob(db, tunnel.id, job.id);
  } catch (error) {
    await endTunnel(db, tunnel.id, TUNNEL_ENDS.closed, clock.now());
    const offline = error instanceof DomainError && error.code === ERRORS.deviceOffline.code;
    throw offline ? new DomainError('remoteOffline') : error;
  }
  await pushDevicePassword(context, deviceId);
  return readTunnelState(context, tunnel.id);
}

/** Adds a tunnel; throws error 322 when the device has an open one. */
async function addTunnel(
  context: RequestContext,
  { deviceId, deviceName, projectId }: { projectId: number; deviceId: string; deviceName: string },
): Promise<TunnelRow> {
  const { clock, entropy, tunnels } = context.services;
  const now = clock.now();
  const id = createRandomId(entropy, now);
  const { id: accountId } = getAccount(context);
  const { principal } = context;
  if (principal.kind !== 'account') throw new DomainError('demoProject');
  return commitRequest(context, async (work) => {
    const { tx } = work;
    await lockLimitKey(tx, `tunnel:${deviceId}`);
    const open = await findTunnelOfDevice(tx, deviceId, now);
    // The device may have refused the open tunnel since its state was last read.
    const refusal = open && (await findRefusal(tx, open));
    if (open && !refusal) throw new DomainError('remoteBusy');
    if (open && refusal) await endTunnel(tx, open.id, refusal, now);
    return insertTunnel(tx, {
      id,
      project_id: projectId,
      device_id: deviceId,
      device_name: deviceName,
      account_id: accountId,
      session_id: principal.sessionId,
      access: principal.access,
      expires_at: new Date(now + TUNNEL_LEASE_SECONDS * 1000),
      label: tunnels.labelOfTunnel(id),
      ticket: tunnels.ticketOfTunnel(id),
    });
  });
}

/**
 * Pushes the device password, which the local page needs: a device without a configuration does not have it
 * yet.
 */
async function pushDevicePassword(context: RequestContext, deviceId: string): Promise<void> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  await commit(services, (work) => services.assignConfiguration(work, projectId, [deviceId], 'password'));
}

async function requireTunnel(context: RequestContext, id: string): Promise<TunnelRow> {
  const { db } = context.services;
  const tunnel = await findTunnel(db, id, getProjectAccess(context).projectId);
  if (!tunnel) throw new DomainError('invalidParameters', UNKNOWN_TUNNEL);
  return tunnel;
}

/** Returns the state of a tunnel. Checks the result of the connect command until the device connects. */
export async function readTunnelState(context: RequestContext, id: string): Promise<Tunnel> {
  const { clock, db, tunnels } = context.services;
  let tunnel = await requireTunnel(context, id);
  const isOpen = !tunnel.ended_at && (await tunnels.isConnected(tunnel));
  if (!isOpen && !findTunnelEnd(tunnel, clock.now())) {
    const refusal = await findRefusal(db, tunnel);
    if (refusal) await endTunnel(db, id, refusal, clock.now());
    // Reads the tunnel again, because it may have ended meanwhile: in this process, or because its process
    // stopped.
    tunnel = await requireTunnel(context, id);
  }
  const base = {
    id,
    deviceId: tunnel.device_id,
    deviceName: tunnel.device_name,
    expiresAt: tunnel.expires_at.toISOString(),
  };
  const end = findTunnelEnd(tunnel, clock.now());
  if (end) return { ...base, state: end.code === ERRORS.remoteEnded.code ? 'ended' : 'failed', ...end };
  if (!isOpen) return { ...base, state: 'opening' };
  // Returns no address to another session, because the page ends with the session that opened the tunnel.
  if (!isOpenedBy(tunnel, context)) return { ...base, state: 'open' };
  const { origin } = formatTunnelOrigin(context.services, tunnel);
  return { ...base, state: 'open', enterUrl: `${origin}${await tunnels.createEntryPath(id)}` };
}

const isOpenedBy = (tunnel: TunnelRow, { principal }: RequestContext): boolean =>
  principal.kind !== 'anonymous' && principal.sessionId === tunnel.session_id;

/** Returns the reason why a device will not connect; undefined while it may still connect. */
async function findRefusal(db: DbOrTx, tunnel: TunnelRow): Promise<TunnelEnd | undefined> {
  if (tunnel.process !== null || tunnel.job_id === null) return undefined;
  const row = await findJobRow(db, tunnel.job_id, tunnel.device_id);
  if (row?.state === 'expired') return TUNNEL_ENDS.unanswered;
  if (row?.state === 'failed' || row?.state === 'skipped')
    return { code: ERRORS.remoteFailed.code, reason: row.detail ?? ERRORS.remoteFailed.message };
  return undefined;
}

/** Returns the origin of a tunnel's page: its own host name with the console's scheme and port. */
function formatTunnelOrigin(services: Services, { id }: TunnelRow): URL {
  const { config, tunnels } = services;
  const url = new URL(config.publicUrl ?? services.address());
  url.hostname = `${tunnels.labelOfTunnel(id)}.${config.tunnelHost ?? 'localhost'}`;
  return url;
}

export async function closeTunnel(context: RequestContext, id: string): Promise<void> {
  const tunnel = await requireTunnel(context, id);
  await commitRequest(context, async (work) => {
    await endTunnel(work.tx, id, TUNNEL_ENDS.closed, context.services.clock.now());
    // Notifies the process that holds the connection: it checks the access again and closes the tunnel.
    work.rightsChanged({ sessionId: tunnel.session_id });
    await work.audit({
      action: 'device.tunnel-close',
      object: `device ${tunnel.device_name}`,
    });
  });
}
