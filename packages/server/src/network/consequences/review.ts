import type { ConfigReview, NetworkConfig, StagedConfig } from '@northlight/contract';
import { countClientsIn } from '../../clients/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { type NetworkProjectRow, readNetworkProject } from '../../projects/index.ts';
import type { Services } from '../../services.ts';
import {
  isConfigKept,
  listAffectedDevices,
  listProjectParts,
  listTakers,
} from '../desired/affected-devices.ts';
import { withLinkRoles } from '../desired/bridge-config.ts';
import { previewPaths } from './reachability.ts';
import { NO_INTERRUPTION, reviewNetwork } from './review-network.ts';
import { refuseForeignSecrets } from '../document/secrets.ts';
import { NO_PROPOSALS, type Proposals, readStaged, splitRefused } from '../settings/proposals.ts';
import { reviewDevices } from './review-devices.ts';
import { readSettings, type StoredSettings, withProposals } from '../settings/store.ts';
import {
  buildScope,
  listProjectDevices,
  type ProjectDevice,
  readConfig,
  refuseBrokenRules,
  refuseOldVersion,
  withManagementIps,
} from '../state.ts';

/** Describes the changes and consequences of a staged configuration and staged settings of devices. Stores nothing. */
export async function reviewConfig(
  context: RequestContext,
  { devices = [], ...staged }: StagedConfig,
): Promise<ConfigReview> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  const { db } = services;
  const snapshot = await readReviewSnapshot(db, projectId);
  refuseOldVersion(staged, snapshot.version);
  const proposals = await readStaged(db, projectId, devices, { config: staged.config, path: 'devices' });
  const devicesAfter = withManagementIps(snapshot.devices, withProposals(snapshot.settings, proposals));
  refuseBrokenRules(staged.config, buildScope(devicesAfter, snapshot.project), snapshot.config);
  await refuseForeignSecrets(db, projectId, staged.config);
  return reviewAgainstSnapshot(services, snapshot, staged.config, {
    proposals,
    refused: splitRefused(proposals).refused,
  });
}

/** Reviews settings of devices; the network configuration stays. */
export async function reviewProposals(
  context: RequestContext,
  propose: (snapshot: ReviewSnapshot) => Promise<Proposals>,
): Promise<ConfigReview> {
  const { services } = context;
  const snapshot = await readReviewSnapshot(services.db, getProjectAccess(context).projectId);
  return reviewAgainstSnapshot(services, snapshot, snapshot.config, await propose(snapshot));
}

/** State of a project that a draft is reviewed against. */
export interface ReviewSnapshot {
  readonly projectId: number;
  readonly version: number;
  readonly config: NetworkConfig;
  readonly devices: readonly ProjectDevice[];
  readonly settings: ReadonlyMap<string, StoredSettings>;
  readonly project: NetworkProjectRow;
}

export async function readReviewSnapshot(db: DbOrTx, projectId: number): Promise<ReviewSnapshot> {
  const [current, devices, settings, project] = await Promise.all([
    readConfig(db, projectId),
    listProjectDevices(db, projectId),
    readSettings(db, projectId),
    readNetworkProject(db, projectId),
  ]);
  return { projectId, ...current, devices, settings, project };
}

/** Describes the changes and consequences of a valid configuration and of valid settings of devices. */
export async function reviewAgainstSnapshot(
  services: Services,
  { config: now, devices, project, projectId, settings }: ReviewSnapshot,
  after: NetworkConfig,
  { proposals, refused }: Proposals = NO_PROPOSALS,
): Promise<ConfigReview> {
  const { db } = services;
  const settingsAfter = withProposals(settings, proposals);
  const parts = await db
    .transaction()
    .execute((tx) =>
      listProjectParts({ projectId, services, tx }, after, { project, settings: settingsAfter }),
    );
  const devicesAfter = withLinkRoles(devices, after);
  const change = { now, after, proposals };
  const pushes = listAffectedDevices(listTakers(devicesAfter, parts, change), parts);
  const network = isConfigKept(change)
    ? undefined
    : await reviewNetwork(db, projectId, {
        now,
        after,
        devices,
        devicesAfter,
        affected: pushes.map(({ device }) => device),
      });
  const own = await reviewDevices(db, projectId, {
    proposals,
    after,
    devicesAfter: withManagementIps(devicesAfter, settingsAfter),
  });
  const paths = { devices, affected: pushes, devicesAfter, settings, settingsAfter, now, after };
  const warnings = network?.warnings ?? [];
  const networkCosts = network?.costs ?? [];
  return {
    changes: [...(network?.changes ?? []), ...own.changes],
    devices: mergeDevices(network?.devices ?? [], own.devices),
    clientsAffected: await countClientsIn(db, projectId, { ...network?.clients, ...own.clients }),
    costs: [
      ...(own.costs.length > 0 ? networkCosts.filter((cost) => cost !== NO_INTERRUPTION) : networkCosts),
      ...own.costs,
    ],
    ...(warnings.length > 0 && { warnings }),
    broken: await previewPaths(services, db, projectId, paths),
    ...(refused.length > 0 && { refused }),
  };
}

type ReviewedDevices = ConfigReview['devices'];

/** Merges the devices that network settings reach with those whose own settings change. */
const mergeDevices = (network: ReviewedDevices, own: ReviewedDevices): ReviewedDevices => {
  const changed = new Map(own.map((device) => [device.id, device] as const));
  const reached = new Set(network.map(({ id }) => id));
  return [
    ...network.map((device) => {
      const { items = [], restarts = false } = changed.get(device.id) ?? {};
      return {
        ...device,
        restarts: device.restarts || restarts,
        items: [...(device.items ?? []), ...items],
      };
    }),
    ...own.filter(({ id }) => !reached.has(id)),
  ];
};
