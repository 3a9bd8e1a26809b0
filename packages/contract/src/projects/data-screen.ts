import { z } from 'zod';
import { alarmSeverity } from '../alarms/schema.ts';
import { DISPLAY_API } from '../accounts/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import { storableText, shortTitle } from '../net/index.ts';
import { project } from './schema.ts';

/** Maximum number of countries on the map of the data screen (specification §5). */
export const SCREEN_COUNTRIES_MAX = 5;
/** Maximum panels per side. */
export const SCREEN_SIDE_MAX = 3;
/** Period of the throughput and client charts (min). */
export const SCREEN_MINUTES = 60;
export const SCREEN_ALARMS_MAX = 12;
export const SCREEN_RANKED_MAX = 10;

export const SCREEN_PANELS = ['throughput', 'clients', 'ranking', 'alarms', 'attention'] as const;
export type ScreenPanel = (typeof SCREEN_PANELS)[number];

const side = z
  .array(z.enum(SCREEN_PANELS))
  .max(SCREEN_SIDE_MAX, `The limit of ${SCREEN_SIDE_MAX} panels on a side is reached. Remove one first.`);

/** Layout of an account's data screen. */
export const screenLayout = z
  .object({
    title: shortTitle,
    /** Countries on the map; empty for the countries with the most devices. */
    countries: z
      .array(storableText(60).min(1, 'Choose a country from the list.'))
      .max(SCREEN_COUNTRIES_MAX, `The map shows at most ${SCREEN_COUNTRIES_MAX} countries.`)
      .refine(
        (list) => new Set(list).size === list.length,
        'A country is chosen twice. Remove one of the two.',
      ),
    left: side,
    right: side,
  })
  .refine(({ left, right }) => new Set([...left, ...right]).size === left.length + right.length, {
    path: ['right'],
    message: 'A panel is placed twice. Remove one of the two.',
  });
export type ScreenLayout = z.infer<typeof screenLayout>;

export const DEFAULT_LAYOUT: ScreenLayout = {
  title: 'Northlight',
  countries: [],
  left: ['throughput', 'ranking'],
  right: ['clients', 'alarms', 'attention'],
};

const count = z.number().int().nonnegative();
const rate = z.number().nonnegative();
const minutes = z.array(rate.nullable());

const screenProject = project
  .pick({ id: true, name: true, country: true, city: true, position: true })
  .extend({
    devices: count,
    online: count,
    clients: count,
    openAlarms: count,
    /** Rate of the last reported minute; absent without recent reports. */
    downloadBps: rate.optional(),
    uploadBps: rate.optional(),
  });
export type ScreenProject = z.infer<typeof screenProject>;

export const dataScreen = z.object({
  /** Time of these values by the server's clock. */
  at: z.string(),
  layout: screenLayout,
  /** Totals over all projects of the account or display. */
  totals: z.object({
    projects: count,
    devices: count,
    online: count,
    clients: count,
    openAlarms: count,
    downloadBps: rate.optional(),
    uploadBps: rate.optional(),
  }),
  /** Countries on the map, those with the most devices first. */
  countries: z.array(z.object({ name: z.string(), projects: count, devices: count, online: count })),
  /** Number of projects in other countries or without a country. */
  offMap: count,
  /** Projects in the countries on the map, most devices first. */
  sites: z.array(screenProject),
  /** Projects with the most clients, in descending order. */
  ranking: z.array(screenProject),
  /** Projects with offline devices or open alarms, the worst first. */
  attention: z.array(screenProject),
  /** One value per minute of the last hour; null without reports. */
  lastHour: z.object({ from: z.string(), download: minutes, upload: minutes, clients: minutes }),
  /** Open alarms that are not a consequence of another alarm, newest first. */
  alarms: z.array(
    z.object({
      id: z.string(),
      time: z.string(),
      severity: alarmSeverity,
      event: z.string(),
      project: z.object({ id: z.number().int(), name: z.string() }),
    }),
  ),
  /** Name and expiry of the display; absent for a signed-in account. */
  display: z.object({ name: z.string(), expiresAt: z.string() }).optional(),
});
export type DataScreen = z.infer<typeof dataScreen>;

export const dataScreenEndpoints = {
  dataScreen: endpoint({
    method: 'GET',
    path: '/api/v1/data-screen',
    access: ['web'],
    needs: 'session',
    reads: ['dataScreen'],
    summary: 'Returns the content of the data screen: a summary of all projects of the caller.',
    response: dataScreen,
  }),
  dataScreenLayout: endpoint({
    method: 'PUT',
    path: '/api/v1/data-screen/layout',
    access: ['web'],
    needs: 'account',
    changes: ['dataScreen'],
    summary: 'Saves the layout of the account’s data screen and its displays.',
    body: screenLayout,
    response: screenLayout,
  }),
  displayScreen: endpoint({
    method: 'GET',
    path: `${DISPLAY_API}/screen`,
    access: ['display'],
    needs: 'session',
    summary: 'Returns the content of the data screen for a display.',
    response: dataScreen,
  }),
} as const;
