import { z } from 'zod';
import { deviceId } from '../device-settings/index.ts';
import { configChange } from '../kit/config-change.ts';
import { permission } from '../kit/page.ts';

/** Days after which a sandbox is deleted. */
export const SANDBOX_DAYS = 7;
/** Number of devices that a sandbox can simulate. */
export const SANDBOX_DEVICES_MAX = 500;
/** Number of sandboxes that an account can open within 24 h. */
export const SANDBOXES_PER_DAY = 5;

/** Parts of a network that a sandbox simulates. */
export const SANDBOX_MODELLED = [
  'Each device with its model, ports, radios and settings, over the protocol of real devices',
  'VLANs as each port on the way carries them, addresses of DHCP pools, Wi-Fi networks and bridge links',
  'Cables and wireless uplinks as the topology shows them, with the devices behind them',
  'The present clients, each at its device, port or Wi-Fi network',
  'Reports, alarms, reviews and the roll-back of changes that cut a device off',
] as const;

/** Parts that a sandbox does not simulate, because of which the real network can behave in another way. */
export const SANDBOX_NOT_MODELLED = [
  'The traffic of single programs and the contents of packets',
  'The internet line, its faults and its addresses',
  'Power over Ethernet: a device stays on when its port no longer feeds it',
  'Walls and floor plans: signals follow a plain model of the air',
  'Faults of the software and hardware of devices, and changes on their local pages',
  'New clients: only those that were online when the sandbox was opened',
] as const;

export const SANDBOX_FAULTS = ['cable', 'power'] as const;
/** A cable that is unplugged from the uplink of a device, or a device that is switched off. */
export const sandboxFault = z.object({ deviceId, kind: z.enum(SANDBOX_FAULTS) });
export type SandboxFault = z.infer<typeof sandboxFault>;

export const sandboxFaultChange = sandboxFault.extend({
  /** True to cause the fault, false to end it. */
  active: z.boolean(),
});

/** A device of a sandbox with its place and its faults. */
export const sandboxDevice = z.object({
  id: z.string(),
  name: z.string(),
  online: z.boolean(),
  /** Device above, and the port there; absent for a device at the top. */
  uplink: z.object({ name: z.string(), port: z.string() }).optional(),
  isOff: z.boolean(),
  isCut: z.boolean(),
  can: z.object({ cut: permission }),
});
export type SandboxDevice = z.infer<typeof sandboxDevice>;

/** A sandbox, as the project that it copies lists it. */
export const sandboxEntry = z.object({
  /** Id of the sandbox, which is a project. */
  id: z.number().int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Number of changes that the real project can take over. */
  changes: z.number().int(),
});
export type SandboxEntry = z.infer<typeof sandboxEntry>;

export const sandbox = z.object({
  source: z.object({ id: z.number().int(), name: z.string() }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  devices: z.array(sandboxDevice),
  /** Changes since the sandbox was opened, which the real project can take over as a draft. */
  changes: z.array(configChange),
  /** Differences between this sandbox and the project at the time of the copy, as sentences. */
  notes: z.array(z.string()),
  can: z.object({ write: permission }),
});
export type Sandbox = z.infer<typeof sandbox>;
