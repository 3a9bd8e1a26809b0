import { z } from 'zod';
import { permission } from '../kit/page.ts';
import { projectName, storableText } from '../net/index.ts';

/** Network mode, numeric on the wire (specification §1). */
export const NET_MODES = { wlan: 0, mesh: 1 } as const;
export const netMode = z.union([z.literal(NET_MODES.wlan), z.literal(NET_MODES.mesh)]);
export const NET_MODE_LABELS: Readonly<Record<number, string>> = { 0: 'WLAN', 1: 'Mesh' };

export const SCENARIOS = [
  'hotel',
  'supermarket',
  'hospital',
  'campus',
  'factory',
  'entertainment',
  'restaurant',
  'enterprise',
  'smart-home',
  'other',
] as const;
export const SCENARIO_LABELS: Readonly<Record<(typeof SCENARIOS)[number], string>> = {
  hotel: 'Hotel',
  supermarket: 'Supermarket or mall',
  hospital: 'Hospital',
  campus: 'Campus',
  factory: 'Factory',
  entertainment: 'Entertainment',
  restaurant: 'Restaurant',
  enterprise: 'Enterprise',
  'smart-home': 'Smart home',
  other: 'Other',
};

/** Project ids of the two demos that every installation has; 9 marks a demo. */
export const DEMO_WLAN_PROJECT = 500_000;
export const DEMO_MESH_PROJECT = 600_000;
export const TYPE_FLAG_DEMO = 9;

export const projectRight = z.enum(['rw', 'r']);
export const projectProperty = z.enum(['own', 'shared-read-only', 'shared-manageable', 'demo']);

export const location = z.object({
  country: storableText(60).default(''),
  province: storableText(60).default(''),
  city: storableText(60).default(''),
  address: storableText(120).default(''),
});

export const timeZone = z.string().max(60).refine(isTimeZone, 'Choose a time zone from the list.');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const newProject = z.object({
  name: projectName,
  scenario: z.enum(SCENARIOS),
  netMode,
  ...location.shape,
  timeZone,
  /** Pushed to every device of the project; never leaves the server again. */
  devicePassword: z.string().max(64),
});

/** One row of a list, and the current project's head. */
export const project = z.object({
  id: z.number().int(),
  name: z.string(),
  scenario: z.string(),
  netMode,
  ...location.shape,
  timeZone: z.string(),
  typeFlag: z.number().int(),
  right: projectRight,
  property: projectProperty,
  isShare: z.boolean(),
  deviceCount: z.number().int(),
  devicesOnline: z.number().int(),
  onlineUsers: z.number().int(),
  unreadAlarms: z.number().int(),
  createdAt: z.string(),
  /** `write`: configure and maintain; `own`: share, transfer, remove devices. */
  can: z.object({ write: permission, own: permission }),
});
export type Project = z.infer<typeof project>;
