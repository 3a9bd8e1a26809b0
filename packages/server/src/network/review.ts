import {
  type ConfigReview,
  describeChanges,
  deviceState,
  ERRORS,
  type NetworkConfig,
  type StagedConfig,
} from '@northlight/contract';
import { canonicalJson } from '@northlight/runtime';
import { countClientsIn } from '../clients/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { projectOf, type RequestContext } from '../platform/http/request-context.ts';
import type { Services } from '../services.ts';
import {
  namesOf,
  type NetworkProject,
  type ProjectDevice,
  projectDevices,
  readConfig,
  readProject,
  refuseBrokenRules,
  refuseOldVersion,
  scopeOf,
} from './state.ts';
import { previewWays } from './reachability.ts';
import { refuseForeignSecrets } from './secrets.ts';
import { projectParts, takesNetwork, touchedBy } from './touched.ts';

export const OFFLINE_DETAIL = ERRORS.partlyOffline.message;

export async function reviewConfig(
  services: Services,
  staged: StagedConfig,
  context: RequestContext,
): Promise<ConfigReview> {
  const { projectId } = projectOf(context);
  const ground = await readGround(services.db, projectId);
  refuseOldVersion(staged, ground.version);
  refuseBrokenRules(staged.config, scopeOf(ground.devices, ground.project), ground.config);
  await refuseForeignSecrets(services.db, projectId, staged.config);
  return reviewOn(services, ground, staged.config);
}

/** A project as a draft meets it. */
export interface Ground {
  readonly projectId: number;
  readonly version: number;
  readonly config: NetworkConfig;
  readonly devices: readonly ProjectDevice[];
  readonly project: NetworkProject;
}

export async function readGround(db: DbOrTx, projectId: number): Promise<Ground> {
  const [current, devices, project] = await Promise.all([
    readConfig(db, projectId),
    projectDevices(db, projectId),
    readProject(db, projectId),
  ]);
  return { projectId, ...current, devices, project };
}

/** What a configuration that breaks no rule would change there, and what that costs. */
export async function reviewOn(
  services: Services,
  { config: now, devices, project, projectId }: Ground,
  after: NetworkConfig,
): Promise<ConfigReview> {
  const parts = await services.db
    .transaction()
    .execute((tx) => projectParts(services, tx, projectId, after, project));
  const touched = touchedBy(devices.filter(takesNetwork(parts)), parts).map(({ device }) => device);
  const clientsTouched = await countClients(services.db, projectId, now, after);
  const changes = describeChanges(now, after, namesOf(devices));
  const { settings } = parts;
  const broken = await previewWays(services.db, projectId, { devices, settings, now, after });
  const restarting = touched.filter((device) => device.caps.restartsOn.includes('vlan'));
  return {
    changes,
    devices: touched.map((device) => ({
      id: device.id,
      name: device.name,
      model: device.model,
      online: deviceState(device.state).countsOnline,
      restarts: restarting.includes(device),
    })),
    clientsTouched,
    costs: costsOf(changes.length, touched, restarting, clientsTouched),
    broken,
  };
}

function costsOf(
  changes: number,
  touched: readonly ProjectDevice[],
  restarting: readonly ProjectDevice[],
  clients: number,
): string[] {
  const offline = touched.filter((device) => !deviceState(device.state).countsOnline);
  const costs: string[] = [];
  if (changes > 0 && touched.length === 0)
    costs.push('No device of the project takes these settings yet: they are kept until one joins.');
  if (clients > 0)
    costs.push(
      `${clients} ${clients === 1 ? 'client loses its' : 'clients lose their'} network for a few seconds and may get another address.`,
    );
  if (restarting.length > 0)
    costs.push(
      `${restarting.map((device) => device.name).join(', ')}: a change of VLANs restarts this model, about 1 minute.`,
    );
  const strayed = touched.filter((device) => device.reported_status === 'drifted');
  if (strayed.length > 0)
    costs.push(
      `${strayed.map((device) => device.name).join(', ')}: runs something of its own, and this takes its place.`,
    );
  if (offline.length > 0) costs.push(`${offline.map((device) => device.name).join(', ')}: ${OFFLINE_DETAIL}`);
  return costs;
}

/** Online clients whose VLAN, pool or SSID changes or goes. */
async function countClients(
  db: DbOrTx,
  projectId: number,
  now: NetworkConfig,
  after: NetworkConfig,
): Promise<number> {
  const vlans = [
    ...changedIn(now.vlans, after.vlans, ({ id }) => id),
    ...changedIn(now.dhcpPools, after.dhcpPools, ({ name }) => name),
  ].map((each) => ('vlanId' in each ? each.vlanId : each.id));
  const policies = changedIn(
    now.wireless?.policies ?? [],
    after.wireless?.policies ?? [],
    ({ id }) => id,
  ).filter(({ enabled }) => enabled);
  const ssids = policies.flatMap(({ ssid, ssid5g }) => [ssid, ...(ssid5g === undefined ? [] : [ssid5g])]);
  return countClientsIn(db, projectId, { vlans, ssids });
}

/** Items that are there now and are not the same afterwards. */
function changedIn<T>(now: readonly T[], after: readonly T[], key: (item: T) => string | number): T[] {
  const later = new Map(after.map((item) => [key(item), canonicalJson(item)] as const));
  return now.filter((item) => later.get(key(item)) !== canonicalJson(item));
}
