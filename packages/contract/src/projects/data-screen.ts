import { z } from 'zod';
import { alarmSeverity } from '../alarms/schema.ts';
import { DISPLAY_API } from '../accounts/index.ts';
import { endpoint } from '../kit/endpoint.ts';
import { storableText, title18 } from '../net/index.ts';
import { project } from './schema.ts';

/** Countries on the map of the data screen (specification §5). */
export const SCREEN_COUNTRIES_MAX = 5;
/** Panels that stand above each other at a side. */
export const SCREEN_SIDE_MAX = 3;
/** Throughput and clients are shown over the last hour, minute by minute. */
export const SCREEN_MINUTES = 60;
export const SCREEN_ALARMS = 12;
export const SCREEN_RANKED = 10;

export const SCREEN_PANELS = ['throughput', 'clients', 'ranking', 'alarms', 'attention'] as const;
export type ScreenPanel = (typeof SCREEN_PANELS)[number];

const side = z
  .array(z.enum(SCREEN_PANELS))
  .max(SCREEN_SIDE_MAX, `At most ${SCREEN_SIDE_MAX} panels stand at a side.`);

/** What an account wants to see on its data screen, and where. */
export const screenLayout = z
  .object({
    title: title18,
    /** None: those with the most devices. */
    countries: z
      .array(storableText(60).min(1, 'Choose a country from the list.'))
      .max(SCREEN_COUNTRIES_MAX, `The map shows at most ${SCREEN_COUNTRIES_MAX} countries.`)
      .refine((list) => new Set(list).size === list.length, 'A country is chosen twice.'),
    left: side,
    right: side,
  })
  .refine(({ left, right }) => new Set([...left, ...right]).size === left.length + right.length, {
    path: ['right'],
    message: 'A panel stands in one place.',
  });
export type ScreenLayout = z.infer<typeof screenLayout>;

export const FIRST_LAYOUT: ScreenLayout = {
  title: 'Northlight',
  countries: [],
  left: ['throughput', 'clients', 'ranking'],
  right: ['alarms', 'attention'],
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
    /** Of the minute that was last told; absent where nothing was in the last few. */
    downloadBps: rate.optional(),
    uploadBps: rate.optional(),
  });
export type ScreenProject = z.infer<typeof screenProject>;

export const dataScreen = z.object({
  /** The server's time at which this was so. */
  at: z.string(),
  layout: screenLayout,
  /** Of all projects that the screen's account or display sees. */
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
  /** Projects that are not on the map: in other countries, or in none. */
  offMap: count,
  /** Projects of the countries on the map, those with most devices first. */
  sites: z.array(screenProject),
  /** Most clients first. */
  ranking: z.array(screenProject),
  /** With something offline or an open alarm, worst first. */
  attention: z.array(screenProject),
  /** A value for each minute of the last hour; null where no project told one. */
  lastHour: z.object({ from: z.string(), download: minutes, upload: minutes, clients: minutes }),
  /** Open causes, newest first. */
  alarms: z.array(
    z.object({
      id: z.string(),
      time: z.string(),
      severity: alarmSeverity,
      event: z.string(),
      project: z.object({ id: z.number().int(), name: z.string() }),
    }),
  ),
  /** Of a display: what it is called, and until when it is let in. */
  display: z.object({ name: z.string(), expiresAt: z.string() }).optional(),
});
export type DataScreen = z.infer<typeof dataScreen>;

export const dataScreenEndpoints = {
  dataScreen: endpoint({
    method: 'GET',
    path: '/api/v1/data-screen',
    access: ['web'],
    needs: 'session',
    summary: 'Everything that the data screen shows: all projects of the caller at a glance.',
    response: dataScreen,
  }),
  dataScreenLayout: endpoint({
    method: 'PUT',
    path: '/api/v1/data-screen/layout',
    access: ['web'],
    needs: 'account',
    summary: 'Keeps what the account’s data screen shows, on its displays too.',
    body: screenLayout,
    response: screenLayout,
  }),
  displayScreen: endpoint({
    method: 'GET',
    path: `${DISPLAY_API}/screen`,
    access: ['display'],
    needs: 'session',
    summary: 'What the data screen shows, for a display.',
    response: dataScreen,
  }),
} as const;
