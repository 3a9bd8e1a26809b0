import { z } from 'zod';
import { type DocumentChange, createChangeSchema, defineDocument, isSame } from '../kit/document/index.ts';
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

/** Id of the card of the internet, which is drawn above the root. */
export const INTERNET_ID = 'internet';
/** Maximum numbers of manual devices, of manual links, of saved positions and of hidden devices in a project. */
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

const position = cardOffset.extend({ nodeId, direction: layoutDirection });
const nodeName = z.object({ nodeId, name });
const device = manualDevice.extend({ id: manualDeviceId });
const link = manualLink.extend({ id: manualLinkId });

/** Edits of a network topology. Each user of the project sees them. */
export const topologyEdits = z.object({
  /** Number of the latest saved change; 0 without edits. */
  revision: z.number().int().nonnegative(),
  positions: z.array(position),
  /** Names of unknown devices. */
  names: z.array(nodeName),
  /** Devices that are not drawn, with everything below them. */
  hidden: z.array(nodeId),
  /** The device that was chosen as the root instead of the gateway. */
  rootId: nodeId.optional(),
  devices: z.array(device),
  links: z.array(
    link.extend({
      /** False if reports show another link, or an end has left the project. */
      isUsed: z.boolean(),
    }),
  ),
});
export type TopologyEdits = z.infer<typeof topologyEdits>;

/** Items of the edits by list. */
export interface TopologyItems {
  readonly positions: z.infer<typeof position>;
  readonly names: z.infer<typeof nodeName>;
  readonly hidden: string;
  readonly root: string;
  readonly devices: z.infer<typeof device>;
  readonly links: z.infer<typeof link>;
}
export type TopologyEditChange = DocumentChange<TopologyItems>;

/** Key of the chosen root, which is the only one of its list. */
export const ROOT_KEY = 'root';
const getId = ({ id }: { readonly id: string }): string => id;
/** Node and direction of a saved position: a card has one in each direction. */
type PlacedCard = Pick<TopologyItems['positions'], 'nodeId' | 'direction'>;
export const formatPositionKey = ({ direction, nodeId: id }: PlacedCard): string => `${direction} ${id}`;
/** Returns the node and the direction of the key of a position. */
export const parsePositionKey = (key: string): PlacedCard => ({
  direction: layoutDirection.parse(key.split(' ', 1)[0]),
  nodeId: key.slice(key.indexOf(' ') + 1),
});

/** The edits as a document: lists of items that are changed, compared and merged one by one. */
export const TOPOLOGY_DOCUMENT = defineDocument<TopologyEdits, TopologyItems>({
  positions: {
    key: formatPositionKey,
    read: ({ positions }) => positions,
    write: (edits, positions) => ({ ...edits, positions: [...positions] }),
  },
  names: {
    key: (named) => named.nodeId,
    read: ({ names }) => names,
    write: (edits, names) => ({ ...edits, names: [...names] }),
  },
  hidden: {
    key: (id) => id,
    read: ({ hidden }) => hidden,
    write: (edits, hidden) => ({ ...edits, hidden: [...hidden] }),
  },
  root: {
    key: () => ROOT_KEY,
    read: ({ rootId }) => (rootId === undefined ? [] : [rootId]),
    write: (edits, [rootId]) => ({ ...edits, rootId }),
  },
  devices: {
    key: getId,
    read: ({ devices }) => devices,
    write: (edits, devices) => ({ ...edits, devices: [...devices] }),
  },
  links: {
    key: getId,
    read: ({ links }) => links.map(omitUse),
    write: (edits, links) => ({
      ...edits,
      links: links.map((own) => ({ ...own, isUsed: isLinkUsed(edits, own) })),
    }),
  },
});

/** A link that has just been added or changed is used until reports show another one. */
const isLinkUsed = ({ links }: TopologyEdits, own: TopologyItems['links']): boolean =>
  links.find((saved) => saved.id === own.id && isSame(omitUse(saved), own))?.isUsed ?? true;
const omitUse = ({ id, lower, upper }: TopologyEdits['links'][number]): TopologyItems['links'] => ({
  id,
  lower,
  upper,
});

const { lists } = TOPOLOGY_DOCUMENT;
const positionKey = storableText(180).regex(new RegExp(`^(?:${layoutDirection.options.join('|')}) .`));
export const topologyEditChange = z.discriminatedUnion('list', [
  createChangeSchema('positions', positionKey, position, lists.positions.key),
  createChangeSchema('names', nodeId, nodeName, lists.names.key),
  createChangeSchema('hidden', nodeId, nodeId, lists.hidden.key),
  createChangeSchema('root', z.literal(ROOT_KEY), nodeId, lists.root.key),
  createChangeSchema('devices', manualDeviceId, device, lists.devices.key),
  createChangeSchema('links', manualLinkId, link, lists.links.key),
]);

export const topologyEditSave = z.object({
  /** Revision of the edits on which the changes are based. Later changes of other items do not matter. */
  baseRevision: versionNumber,
  changes: z.array(topologyEditChange).min(1).max(CHANGES_MAX),
});

const draftChanges = z.array(topologyEditChange).max(CHANGES_MAX);
/** Changes of one account that are not saved yet. */
export const topologyDraft = z.object({
  /** Number of the last save of the draft. A save that is based on another number is refused, so that no edit is lost. */
  version: z.number().int().positive(),
  /** Revision of the edits that the changes are based on. */
  baseRevision: versionNumber,
  changes: draftChanges,
  /** Changes that undo `changes`: the items as they were at the base revision. */
  undo: draftChanges,
  updatedAt: z.iso.datetime(),
});
export type TopologyDraft = z.infer<typeof topologyDraft>;

export const topologyDraftSave = topologyDraft
  .omit({ updatedAt: true })
  .extend({ version: versionNumber, changes: draftChanges.min(1) });
