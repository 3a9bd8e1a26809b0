import { z } from 'zod';
import { permission } from '../kit/page.ts';
import { secret } from '../kit/secret.ts';
import { projectName, storableText, shortTitle } from '../net/index.ts';

/** Network modes with their numbers in the API (specification §1). */
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

/** Project ids of the two demos of every installation. */
export const DEMO_WLAN_PROJECT = 500_000;
export const DEMO_MESH_PROJECT = 600_000;
/** Type flag of demo projects and their copies. */
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

export const MAX_CUSTOM_SCENARIOS = 20;
/** Name of a standard scenario or of a custom one. */
export const scenario = z.union([z.enum(SCENARIOS), shortTitle]);
export const customScenario = z.object({ id: z.string(), name: z.string() });
export type CustomScenario = z.infer<typeof customScenario>;

export const PROJECT_UNDO_DAYS = 7;
export const MAX_TAGS = 10;
/** Private marks of a project, which only their account sees. */
export const projectMark = z.object({
  favourite: z.boolean(),
  tags: z.array(shortTitle).max(MAX_TAGS, `The limit of ${MAX_TAGS} tags is reached. Remove one first.`),
});

/** Scenes of demo copies, which belong to one account (specification §6, demo manageable). */
export const DEMO_SCENES = ['wlan', 'mesh'] as const;
export const DEMO_COPY_DAYS = 15;
export const DEMO_COPIES_PER_DAY = 5;

/** Names that a demo copy uses instead of those of its source (specification §3, demo configuration). */
export const EXPER_CFG: {
  readonly exper_mode: readonly (typeof DEMO_SCENES)[number][];
  readonly exper_pro_name: Readonly<Record<string, string>>;
  readonly exper_pro_ssid: Readonly<Record<string, string>>;
} = {
  exper_mode: DEMO_SCENES,
  exper_pro_name: { 'Hotel Lisboa': 'My demo hotel', 'House on the hill': 'My demo house' },
  exper_pro_ssid: {
    'Grand Hotel': 'My hotel',
    'Grand Hotel Staff': 'My hotel Staff',
    'Grand Hotel Conference': 'My hotel Conference',
    'Grand Hotel Conference 5G': 'My hotel Conference 5G',
    'Maple House': 'My house',
    'Maple House visitors': 'My house visitors',
  },
};

export const newProject = z.object({
  name: projectName,
  scenario,
  netMode,
  ...location.shape,
  timeZone,
  /** Password that every device of the project receives; the API never returns it. */
  devicePassword: secret(z.string().max(64)),
});

/** Fields that the owner can change; absent fields are kept. The network mode cannot be changed. */
export const projectChange = z
  .object({
    name: projectName,
    scenario,
    // Location fields without defaults, so that an absent field does not become an empty one.
    country: location.shape.country.unwrap(),
    province: location.shape.province.unwrap(),
    city: location.shape.city.unwrap(),
    address: location.shape.address.unwrap(),
    timeZone,
    devicePassword: newProject.shape.devicePassword,
  })
  .partial();

/** A project in lists and in the header. */
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
  /** Number of devices that are restarting, which are not online and not offline; absent for none. */
  devicesRestarting: z.number().int().optional(),
  onlineUsers: z.number().int(),
  unreadAlarms: z.number().int(),
  /** Number of unresolved alarms, read or not. */
  openAlarms: z.number().int(),
  /** Number of unresolved critical alarms; absent for none. */
  criticalAlarms: z.number().int().optional(),
  /** Copies of this demo that the caller made in the last 24 h; 0 for other projects. */
  experienceNum: z.number().int(),
  createdAt: z.string(),
  /** Expiry of the caller's share, of a demo copy or of a sandbox; absent without an expiry. */
  expiresAt: z.string().optional(),
  /** Project that this sandbox copies; present in sandboxes. */
  sandboxOf: z.object({ id: z.number().int(), name: z.string() }).optional(),
  /** Account of the owner; present in projects that are shared with the caller. */
  owner: z.string().optional(),
  favourite: z.boolean(),
  tags: z.array(z.string()),
  /** Position in degrees; absent for an unknown location. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  /**
   * Permissions of the caller. `write`: configure and maintain; `addDevices`: add real devices, which demos
   * refuse; `own`: edit and delete the project and remove devices; `share`: share and transfer.
   */
  can: z.object({ write: permission, addDevices: permission, own: permission, share: permission }),
});
export type Project = z.infer<typeof project>;

export const deletedProject = z.object({
  id: z.number().int(),
  name: z.string(),
  deletedAt: z.string(),
  /** Time until which the project can be restored. */
  undoUntil: z.string(),
});
export type DeletedProject = z.infer<typeof deletedProject>;

/** Steps from a new account to the first client, in their order. */
export const SETUP_STEPS = ['project', 'devices', 'online', 'network', 'client'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const setupProgress = z.object({
  /**
   * Steps that are done in at least one project of the caller, without demos; computed from the stored data.
   */
  done: z.array(z.enum(SETUP_STEPS)),
  /** Newest project that the caller may configure; absent if there is none. */
  projectId: z.number().int().optional(),
});
export type SetupProgress = z.infer<typeof setupProgress>;
