import { DomainError, ERRORS, type Tunnel, TUNNEL_LEASE_SECONDS } from '@northlight/contract';
import { randomId } from '@northlight/runtime';
import { commandDevices, findJobRow } from '../jobs/index.ts';
import { commit } from '../platform/commit.ts';
import { lockLimitKey } from '../platform/db/limits.ts';
import { auditRequest } from '../platform/http/audit-request.ts';
import { accountOf, projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import {
  endOf,
  endTunnel,
  findTunnel,
  hasOpenTunnel,
  insertTunnel,
  setTunnelJob,
  TUNNEL_ENDS,
  type TunnelEnd,
  type TunnelRow,
} from './tunnel-rows.ts';

const MISSING = { status: 404, message: 'There is no such remote management.' } as const;

/** Asks a device to dial; the tunnel tells how far it is. */
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
  const tunnel = await addTunnel(services, { projectId, deviceId, deviceName: device.name }, context);
  const args = {
    url: deviceFiles.tunnelUrl(tunnels.ticketOfTunnel(tunnel.id)),
    leaseSeconds: Math.floor((tunnel.expires_at.getTime() - clock.now()) / 1000),
  };
  try {
    const job = await commandDevices(services, { kind: 'tunnel', deviceIds: [deviceId], args }, context);
    await setTunnelJob(db, tunnel.id, job.id);
  } catch (error) {
    await endTunnel(db, tunnel.id, TUNNEL_ENDS.closed, clock.now());
    const offline = error instanceof DomainError && error.code === ERRORS.deviceOffline.code;
    throw offline ? new DomainError('remoteOffline') : error;
  }
  await tellPassword(services, projectId, deviceId);
  return tunnelState(services, tunnel.id, context);
}

/** One at a time for each device (322). */
async function addTunnel(
  { clock, db, entropy, tunnels }: Services,
  { deviceId, deviceName, projectId }: { projectId: number; deviceId: string; deviceName: string },
  context: RequestContext,
): Promise<TunnelRow> {
  const now = clock.now();
  const id = randomId(entropy, now);
  const { id: accountId } = accountOf(context);
  const { principal } = context;
  if (principal.kind !== 'account') throw new DomainError('demoProject');
  return db.transaction().execute(async (tx) => {
    await lockLimitKey(tx, `tunnel:${deviceId}`);
    if (await hasOpenTunnel(tx, deviceId, now)) throw new DomainError('remoteBusy');
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

/** Who opens the page signs in there: a device that nothing was configured for has not heard the password yet. */
async function tellPassword(services: Services, projectId: number, deviceId: string): Promise<void> {
  await commit(services, (tx, after) =>
    services.assignConfiguration(tx, after, projectId, [deviceId], 'password'),
  );
}

async function tunnelOf({ db }: Services, id: string, context: RequestContext): Promise<TunnelRow> {
  const tunnel = await findTunnel(db, id, projectOf(context).projectId);
  if (!tunnel) throw new DomainError('invalidParameters', MISSING);
  return tunnel;
}

/** How far a tunnel is. What the device said about dialling is looked up while it has not dialled. */
export async function tunnelState(services: Services, id: string, context: RequestContext): Promise<Tunnel> {
  const { clock, db, tunnels } = services;
  let tunnel = await tunnelOf(services, id, context);
  const isOpen = !tunnel.ended_at && (await tunnels.isConnected(tunnel));
  if (!isOpen && !endOf(tunnel, clock.now())) {
    const refusal = await refusalOf(services, tunnel);
    if (refusal) await endTunnel(db, id, refusal, clock.now());
    // It may have ended by now, here or as its process was found to be gone.
    tunnel = await tunnelOf(services, id, context);
  }
  const base = {
    id,
    deviceId: tunnel.device_id,
    deviceName: tunnel.device_name,
    expiresAt: tunnel.expires_at.toISOString(),
  };
  const end = endOf(tunnel, clock.now());
  if (end) return { ...base, state: end.code === ERRORS.remoteEnded.code ? 'ended' : 'failed', ...end };
  if (!isOpen) return { ...base, state: 'opening' };
  const { origin } = tunnelOrigin(services, tunnel);
  return { ...base, state: 'open', enterUrl: `${origin}${await tunnels.newEntrance(id)}` };
}

/** Why a device that was asked to dial will not; undefined while it may. */
async function refusalOf({ db }: Services, tunnel: TunnelRow): Promise<TunnelEnd | undefined> {
  if (tunnel.process !== null || tunnel.job_id === null) return undefined;
  const row = await findJobRow(db, tunnel.job_id, tunnel.device_id);
  if (row?.state === 'expired') return TUNNEL_ENDS.unanswered;
  if (row?.state === 'failed' || row?.state === 'skipped')
    return { code: ERRORS.remoteFailed.code, reason: row.detail ?? ERRORS.remoteFailed.message };
  return undefined;
}

/** Origin of a tunnel's page: the console's scheme and port under a host name of its own. */
function tunnelOrigin(services: Services, { id }: TunnelRow): URL {
  const { config, tunnels } = services;
  const url = new URL(config.publicUrl ?? services.address());
  url.hostname = `${tunnels.labelOfTunnel(id)}.${config.tunnelHost ?? 'localhost'}`;
  return url;
}

export async function closeTunnel(services: Services, id: string, context: RequestContext): Promise<void> {
  const tunnel = await tunnelOf(services, id, context);
  await commit(services, async (tx, after) => {
    await endTunnel(tx, id, TUNNEL_ENDS.closed, services.clock.now());
    // The process that holds the connection asks for the right to it again, and finds it closed.
    after.rightsChanged({ sessionId: tunnel.session_id });
    await auditRequest(services, tx, context, {
      action: 'device.tunnel-close',
      object: `device ${tunnel.device_name}`,
    });
  });
}
