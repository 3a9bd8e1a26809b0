import {
  type ConfigReview,
  DomainError,
  EMPTY_WIRELESS,
  type Job,
  type NetworkConfig,
  type RfRunDetail,
} from '@northlight/contract';
import { applyChange, readConfig } from '../../network/index.ts';
import { getProjectAccess, type RequestContext } from '../../platform/http/request-context.ts';
import { formatRadioId } from '../radio-id.ts';
import { readSite, reviewChannels, storeApplication } from './apply-plan.ts';
import { findRestoreObstacle, type ShownRun } from '../describe-run.ts';
import { findRun, readRun } from '../runs.ts';
import { refuseDuringRun } from '../settings.ts';
import { readSiteDevices } from '../site/site-devices.ts';
import { type ChannelChange, withChannels } from './radio-targets.ts';
import type { StoredRadio, StoredSite } from '../site/stored-site.ts';
import type { StoredApplication } from '../tables.ts';
import { chooseChangeWaves } from './waves.ts';

/** Describes the return of the radios of a plan to the channels before it. Stores nothing. */
export async function reviewRestoration(context: RequestContext, id: string): Promise<ConfigReview> {
  const { db } = context.services;
  const { projectId } = getProjectAccess(context);
  const application = getApplication(await findRun(db, projectId, id));
  const { config } = await readConfig(db, projectId);
  const changes = listRestored(application, config);
  const left = application.radios.length - changes.length;
  const radios = new Map((await readSiteDevices(db, projectId)).map((device) => [device.id, device.radios]));
  const clients = changes.map(
    ({ deviceId, radioId }) => radios.get(deviceId)?.find(({ id: own }) => own === radioId)?.clients ?? 0,
  );
  return reviewChannels(context, changes, {
    clients: clients.reduce((sum, count) => sum + count, 0),
    costs:
      left > 0
        ? [
            `${left} ${left === 1 ? 'radio was' : 'radios were'} changed since and ${left === 1 ? 'stays' : 'stay'}.`,
          ]
        : [],
  });
}

/**
 * Returns the radios of an applied plan to the channels before it, except radios that were changed since.
 *
 * @param reason why it happens, if no user asked for it
 */
export async function restorePlan(
  context: RequestContext,
  id: string,
  { confirmName, reason }: { readonly confirmName?: string | undefined; readonly reason?: string },
): Promise<{ run: RfRunDetail; job: Job }> {
  let application: StoredApplication | undefined;
  let site: StoredSite | undefined;
  const { job } = await applyChange(context, {
    confirmName,
    origin: { formatTitle: () => 'Restore the channels before the plan' },
    change: async ({ config }, { projectId, tx }) => {
      application = getApplication(await findRun(tx, projectId, id));
      await refuseDuringRun(tx, projectId);
      site = await readSite(tx, projectId, id);
      return withChannels(config, listRestored(application, config));
    },
    chooseWaves: (devices) => site && chooseRestorationWaves(site, devices),
    complete: async (work, applied) => {
      if (!application) return;
      await storeApplication(work, id, {
        ...application,
        state: 'restored',
        ...(reason !== undefined && { reason }),
        restoredAt: work.now.toISOString(),
        restoredBy: work.actor,
        restoreJobId: applied.job.id,
      });
    },
  });
  return { run: await readRun(context, id), job };
}

function chooseRestorationWaves(site: StoredSite, devices: readonly { readonly id: string }[]) {
  const radios = Map.groupBy(site.radios, ({ deviceId }) => deviceId);
  return chooseChangeWaves(
    site,
    devices.map(({ id }) => ({
      id,
      clients: (radios.get(id) ?? []).reduce((sum, { clients }) => sum + clients, 0),
      interruptionSeconds: Math.max(0, ...(radios.get(id) ?? []).map(getReturnSeconds)),
    })),
  );
}

/** Returns the time without Wi-Fi when a radio returns to its channel at the start of the run (s). */
const getReturnSeconds = ({ choices, spectrum }: StoredRadio): number =>
  choices.find(({ channel, widthMhz }) => channel === spectrum.channel && widthMhz === spectrum.widthMhz)
    ?.checkSeconds ?? 0;

function getApplication(run: ShownRun): StoredApplication {
  const obstacle = findRestoreObstacle(run);
  if (obstacle !== undefined || !run.application)
    throw new DomainError('configConflict', {
      status: 409,
      message: obstacle ?? 'The plan was not applied.',
    });
  return run.application;
}

/** Lists the radios that still have the channel of the plan, with the one before it. Throws an error without any. */
function listRestored({ radios }: StoredApplication, { wireless }: NetworkConfig): ChannelChange[] {
  const settings = new Map((wireless ?? EMPTY_WIRELESS).radios.map((radio) => [formatRadioId(radio), radio]));
  const changes = radios.flatMap(({ after, before, deviceId, radioId }): ChannelChange[] => {
    const setting = settings.get(formatRadioId({ deviceId, radioId }));
    const { power, ...channel } = before;
    // A power that a user has set since stays.
    const isPlannedPower = power && setting?.powerDbm === after.power?.powerDbm;
    return setting?.planned && setting.channel === after.channel && setting.widthMhz === after.widthMhz
      ? [{ deviceId, radioId, to: { ...channel, ...(isPlannedPower && { power }) } }]
      : [];
  });
  if (changes.length > 0) return changes;
  throw new DomainError('configConflict', {
    status: 409,
    message: 'All radios of the plan were changed since. There is nothing to restore.',
  });
}
