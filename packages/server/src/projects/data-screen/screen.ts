import {
  type DataScreen,
  type Project,
  SCREEN_ALARMS_MAX,
  SCREEN_COUNTRIES_MAX,
  SCREEN_RANKED_MAX,
  type ScreenLayout,
  type ScreenProject,
} from '@northlight/contract';
import { listNewestOpenAlarms } from '../../alarms/index.ts';
import type { Db } from '../../platform/db/database.ts';
import { addSeriesPerMinute, type LastHour, findCurrentValue } from './last-hour-reader.ts';

/** Maximum number of sites on the map. */
const MAX_SITES = 500;

/** Input of the data screen in addition to the projects. */
export interface ScreenFacts {
  readonly at: number;
  readonly layout: ScreenLayout;
  readonly lastHours: ReadonlyMap<number, LastHour>;
  readonly openAlarms: ReadonlyMap<number, number>;
  readonly alarms: DataScreen['alarms'];
}

/** Builds the data screen of a caller's projects according to its layout. */
export function buildScreen(
  projects: readonly Project[],
  { alarms, at, lastHours, layout, openAlarms }: ScreenFacts,
): DataScreen {
  const all = projects
    .map((project) => toScreenProject(project, lastHours.get(project.id), openAlarms.get(project.id) ?? 0))
    .sort(compareBySize);
  const countries = selectCountries(all, layout.countries);
  const onMap = new Set(countries.map(({ name }) => name));
  const sites = all.filter(({ country }) => onMap.has(country));
  const hours = [...lastHours.values()];
  const lastHour = {
    from: new Date((hours[0]?.from ?? Math.floor(at / 1000)) * 1000).toISOString(),
    download: addSeriesPerMinute(hours.map(({ download }) => download)),
    upload: addSeriesPerMinute(hours.map(({ upload }) => upload)),
    clients: addSeriesPerMinute(hours.map(({ clients }) => clients)),
  };
  const sum = (pick: (project: ScreenProject) => number): number =>
    all.reduce((total, project) => total + pick(project), 0);
  return {
    at: new Date(at).toISOString(),
    layout,
    totals: {
      projects: all.length,
      devices: sum(({ devices }) => devices),
      online: sum(({ online }) => online),
      clients: sum(({ clients }) => clients),
      openAlarms: sum((project) => project.openAlarms),
      ...omitUndefined('downloadBps', findCurrentValue(lastHour.download)),
      ...omitUndefined('uploadBps', findCurrentValue(lastHour.upload)),
    },
    countries,
    offMap: all.length - sites.length,
    sites: sites.slice(0, MAX_SITES),
    ranking: all
      .filter(({ clients }) => clients > 0)
      .sort((a, b) => b.clients - a.clients || compareBySize(a, b))
      .slice(0, SCREEN_RANKED_MAX),
    attention: all
      .filter((project) => countOffline(project) > 0 || project.openAlarms > 0)
      .sort((a, b) => countOffline(b) - countOffline(a) || b.openAlarms - a.openAlarms || compareBySize(a, b))
      .slice(0, SCREEN_RANKED_MAX),
    lastHour,
    alarms,
  };
}

const countOffline = ({ devices, online }: ScreenProject): number => devices - online;

function compareBySize(a: ScreenProject, b: ScreenProject): number {
  return b.devices - a.devices || a.name.localeCompare(b.name);
}

const omitUndefined = <Name extends string>(
  name: Name,
  value: number | undefined,
): Partial<Record<Name, number>> =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, number>>;

function toScreenProject(
  { city, country, deviceCount, devicesOnline, id, name, onlineUsers, position }: Project,
  hour: LastHour | undefined,
  openAlarms: number,
): ScreenProject {
  return {
    id,
    name,
    country,
    city,
    openAlarms,
    ...(position && { position }),
    devices: deviceCount,
    online: devicesOnline,
    clients: onlineUsers,
    ...(hour && omitUndefined('downloadBps', findCurrentValue(hour.download))),
    ...(hour && omitUndefined('uploadBps', findCurrentValue(hour.upload))),
  };
}

/** Returns the chosen countries that have projects, or those with the most devices. */
function selectCountries(all: readonly ScreenProject[], chosen: readonly string[]): DataScreen['countries'] {
  const groups = Map.groupBy(
    all.filter(({ country }) => country !== ''),
    ({ country }) => country,
  );
  return [...groups]
    .filter(([name]) => chosen.length === 0 || chosen.includes(name))
    .map(([name, members]) => ({
      name,
      projects: members.length,
      devices: members.reduce((sum, { devices }) => sum + devices, 0),
      online: members.reduce((sum, { online }) => sum + online, 0),
    }))
    .sort((a, b) => b.devices - a.devices || b.projects - a.projects || a.name.localeCompare(b.name))
    .slice(0, SCREEN_COUNTRIES_MAX);
}

/** Returns open alarms of several projects with the projects' names, newest first. */
export async function listNewestAlarms(
  db: Db,
  projects: readonly Pick<Project, 'id' | 'name'>[],
): Promise<DataScreen['alarms']> {
  const names = new Map(projects.map(({ id, name }) => [id, name] as const));
  const rows = await listNewestOpenAlarms(db, [...names.keys()], SCREEN_ALARMS_MAX);
  return rows.map(({ at, event, id, project_id, severity }) => ({
    id,
    severity,
    event,
    time: at.toISOString(),
    project: { id: project_id, name: names.get(project_id) ?? '' },
  }));
}
