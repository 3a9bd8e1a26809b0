import { DomainError, type Job } from '@northlight/contract';
import { createCommandJob } from '../jobs/index.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { buildSite } from './site/site.ts';
import { readSiteDevices } from './site/site-devices.ts';
import { chooseScanWaves } from './apply/waves.ts';

/** Asks the online access points for a fresh scan, a few at a time and never two neighbours together. */
export async function startScan(context: RequestContext): Promise<Job> {
  const devices = await commitRequest(context, ({ projectId, tx }) => readSiteDevices(tx, projectId));
  const ids = devices
    .filter(({ isBroadcasting, isOnline, radios }) => isBroadcasting && isOnline && radios.length > 0)
    .map(({ id }) => id);
  if (ids.length === 0)
    throw new DomainError('invalidParameters', { status: 409, message: 'No access point is online.' });
  const waveOf = chooseScanWaves(buildSite(devices).site, context.services.clock.now(), ids);
  return createCommandJob(context, {
    kind: 'wifi-scan',
    title: `Scan Wi-Fi with ${ids.length} access points`,
    deviceIds: ids,
    waveOf,
  });
}
