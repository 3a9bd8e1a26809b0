import { DomainError, EMPTY_WIRELESS, RF_ONLINE_MIN } from '@northlight/contract';
import { applyRadar, letRadiosRest, poolScans } from '@northlight/rf/plan';
import { getProjectCountry, readConfig } from '../../network/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { readNetworkProject } from '../../projects/index.ts';
import { readClientPlaces } from './client-places.ts';
import { addKeptScans } from './kept-scans.ts';
import { keepElsewhere } from './neighbourhood.ts';
import { listPastChanges } from '../past-changes.ts';
import { countOptimizedDevices, createPlannableSite } from './plannable-site.ts';
import { correctLevels, listPowerChanges } from './power-changes.ts';
import { readRadarEvents } from './radar-events.ts';
import { readRfSettings } from '../settings.ts';
import { readSiteDevices } from './site-devices.ts';
import type { StoredSite } from './stored-site.ts';

interface SiteOptions {
  readonly now: number;
  /** True for a run of a user, which may change each radio and its power. */
  readonly isManual: boolean;
  /** Devices around which an automatic run plans; all other radios keep their channel. */
  readonly around?: readonly string[] | undefined;
}

/** Returns the site with which a run plans, and the version of the configuration. Throws 34 with too few devices. */
export async function prepareSite(
  db: DbOrTx,
  projectId: number,
  { around, isManual, now }: SiteOptions,
): Promise<{ readonly site: StoredSite; readonly version: number }> {
  const settings = await readRfSettings(db, projectId);
  const devices = await readSiteDevices(db, projectId);
  if (countOptimizedDevices(devices, settings) < RF_ONLINE_MIN) throw new DomainError('rfTooFewDevices');
  const { config, version } = await readConfig(db, projectId);
  const country = getProjectCountry(await readNetworkProject(db, projectId));
  const scanned = createPlannableSite(
    await addKeptScans(db, projectId, devices, now),
    { settings, country, wireless: config.wireless ?? EMPTY_WIRELESS },
    now,
  );
  const networks = correctLevels(scanned, await listPowerChanges(db, projectId, now));
  const pooled = { ...scanned, ...poolScans({ ...scanned, networks }, now) };
  const events = await readRadarEvents(db, projectId, now);
  const whole = { ...pooled, radios: applyRadar(pooled.radios, events, now) };
  const site = around ? keepElsewhere(whole, around) : whole;
  return {
    site: isManual ? await addClientPlaces(db, projectId, site) : await letRest(db, projectId, site),
    version,
  };
}

/** Adds the clients as places whose coverage the plan keeps, until the last round knows whether there is a map. */
async function addClientPlaces(db: DbOrTx, projectId: number, site: StoredSite): Promise<StoredSite> {
  const places = await readClientPlaces(db, projectId, site.radios, site.at);
  return places ? { ...site, places } : site;
}

/** Lets radios that have just changed keep their channel in runs that no user has started. */
async function letRest(db: DbOrTx, projectId: number, site: StoredSite): Promise<StoredSite> {
  const changes = await listPastChanges(db, projectId, site.at);
  return { ...site, radios: letRadiosRest(site.radios, changes, site.at) };
}
