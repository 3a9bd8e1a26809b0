import { z } from 'zod';
import { versionNumber } from '../kit/page.ts';
import { storableText } from '../net/index.ts';

/** Types of devices that users add because no report contains them. */
export const MANUAL_DEVICE_TYPES = [
  'switch',
  'modem',
  'router',
  'ap',
  'camera',
  'recorder',
  'server',
  'other',
] as const;
export const manualDeviceType = z.enum(MANUAL_DEVICE_TYPES);
export type ManualDeviceType = z.infer<typeof manualDeviceType>;

/** Maximum numbers of manual devices, of manual links, and of saved positions in a project. */
/** Id of the card of the internet, which is drawn above the root. */
export const INTERNET_ID = 'internet';
export const TOPOLOGY_EDIT_LIMITS = { devices: 200, links: 400, positions: 10_000, hidden: 10_000 } as const;
/** Maximum number of changes in a request, which saves the positions of a large network. */
const CHANGES_MAX = 6_000;
const OFFSET_MAX = 1_000_000;

const nodeId = storableText(160).min(1);
const name = storableText(64).trim().min(1, 'Enter a name.');
const port = storableText(32).trim().min(1).optional();
const offset = z.number().int().min(-OFFSET_MAX).max(OFFSET_MAX);

/** Id of a manual device, chosen by the client: `manual ` and a random text. */
export const manualDeviceId = z.string().regex(/^manual [0-9a-z]{8,36}$/);
/** Id of a manual link, chosen by the client. */
export const manualLinkId = z.string().regex(/^[0-9a-z]{8,36}$/);

export const layoutDirection = z.enum(['vertical', 'horizontal']);
export type LayoutDirection = z.infer<typeof layoutDirection>;

/** Distance of a card from the card above it (px). */
export const cardOffset = z.object({ x: offset, y: offset });
export type CardOffset = z.infer<typeof cardOffset>;

export const manualDevice = z.object({ type: manualDeviceType, name });
export type ManualDevice = z.infer<typeof manualDevice>;

const manualEnd = z.object({ nodeId, port });
export const manualLink = z.object({
  /** End towards the gateway. */
  upper: manualEnd,
  lower: manualEnd,
});
export type ManualLink = z.infer<typeof manualLink>;

/** Edits of a network topology. Each user of the project sees them. */
export const topologyEdits = z.object({
  /** Number of the latest saved change; 0 without edits. */
  revision: z.number().int().nonnegative(),
  positions: z.array(cardOffset.extend({ nodeId, direction: layoutDirection })),
  /** Names of unknown devices. */
  names: z.array(z.object({ nodeId, name })),
  /** Devices that are not drawn, with everything below them. */
  hidden: z.array(nodeId),
  /** The device that was chosen as the root instead of the gateway. */
  rootId: nodeId.optional(),
  devices: z.array(manualDevice.extend({ id: manualDeviceId })),
  links: z.array(
    manualLink.extend({
      id: manualLinkId,
      /** False if reports show another link, or an end has left the project. */
      isUsed: z.boolean(),
    }),
  ),
});
export type TopologyEdits = z.infer<typeof topologyEdits>;

/** A change of one edit; the value null removes it. */
export const topologyEditChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('position'),
    nodeId,
    direction: layoutDirection,
    value: cardOffset.nullable(),
  }),
  z.object({ kind: z.literal('name'), nodeId, value: name.nullable() }),
  z.object({ kind: z.literal('hidden'), nodeId, value: z.literal(true).nullable() }),
  z.object({ kind: z.literal('root'), value: nodeId.nullable() }),
  z.object({ kind: z.literal('device'), id: manualDeviceId, value: manualDevice.nullable() }),
  z.object({ kind: z.literal('link'), id: manualLinkId, value: manualLink.nullable() }),
]);
export type TopologyEditChange = z.infer<typeof topologyEditChange>;

export const topologyEditSave = z.object({
  /** Revision of the edits on which the changes are based. Later changes of other items do not matter. */
  baseRevision: versionNumber,
  changes: z.array(topologyEditChange).min(1).max(CHANGES_MAX),
});
