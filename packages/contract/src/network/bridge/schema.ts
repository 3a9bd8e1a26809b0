import { z } from 'zod';
import { radioCapability } from '../../device-protocol/capabilities.ts';
import { secret } from '../../kit/secret.ts';
import { policyName, secretId, ssid, storableText } from '../../net/index.ts';
import { autoOr, whole } from '../whole.ts';

/** Maximum number of links that the schema accepts in a project. */
const LINKS_ANY = 256;
/** Maximum number of clients that the schema accepts in a link; the limit of a base is in its capabilities. */
const CLIENTS_ANY = 64;

const deviceId = storableText(64).min(1, 'Choose a bridge.');

/** A wireless link between a bridge base and its bridge clients, which carries the networks of the project. */
export const bridgeLink = z.object({
  /** Permanent id chosen by the client of the API, so that a renamed link keeps its key. */
  id: z.string().regex(/^[0-9a-z]{1,16}$/, 'The ID has 1 to 16 digits and small letters.'),
  name: policyName,
  baseId: deviceId,
  clientIds: z.array(deviceId).min(1, 'Choose at least one client.').max(CLIENTS_ANY),
  ssid,
  /** Passphrase of the link. It is only sent to the server, which stores it and returns its id. */
  key: secret(
    z.string().regex(/^[\x20-\x7e]{8,63}$/, 'The key has 8 to 63 letters, digits and signs of the keyboard.'),
  ).optional(),
  keyId: secretId.optional(),
  channel: autoOr('The channel must be a whole number.'),
  widthMhz: z.union([z.literal('auto'), z.literal(20), z.literal(40), z.literal(80)]),
  /** Transmit power of every bridge of the link. */
  powerDbm: autoOr('The power must be a whole number.'),
  /** Distance to the farthest client; the bridges derive their acknowledgement timeout from it. */
  distanceMetres: whole('Enter the distance in metres.'),
  /** Number of clients that the base accepts. */
  maxClients: whole('Enter the number of clients.'),
  /** True if base and clients accept only each other, by MAC address. */
  peerLock: z.boolean(),
  /** VLANs that the link carries tagged; untagged frames always pass. */
  vlans: z.union([z.literal('all'), z.array(z.number().int().min(1).max(4094)).max(256)]),
});
export type BridgeLink = z.infer<typeof bridgeLink>;

export const bridgeLinks = z
  .array(bridgeLink)
  .max(LINKS_ANY, `The limit of ${LINKS_ANY} bridge links is reached. Remove one first.`);

const bridgeRole = z.enum(['bridge-base', 'bridge-client']);
export type BridgeRole = z.infer<typeof bridgeRole>;

/** Properties of a bridge that forms and rules need. */
export const bridgeDevice = z.object({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  role: bridgeRole,
  mac: z.string(),
  /** False for a bridge whose software does not know bridge links. */
  supportsLinks: z.boolean(),
  /** Radio of the link; absent if the bridge reports none. */
  radio: radioCapability.optional(),
  /** Number of clients that the bridge accepts as a base. */
  maxClients: z.number().int(),
  /** Longest distance of a link (m). */
  maxDistanceMetres: z.number().int(),
});
export type BridgeDevice = z.infer<typeof bridgeDevice>;

/** Capabilities for the forms of bridge links and for the validation of drafts. */
export const bridgeScope = z.object({
  devices: z.array(bridgeDevice),
  /** Country of the project (ISO 3166, two letters); absent if it is unknown. */
  country: z.string().optional(),
});
export type BridgeScope = z.infer<typeof bridgeScope>;

/** Limits of a bridge that reports none. */
export const DEFAULT_BRIDGE_CLIENTS = 8;
export const DEFAULT_BRIDGE_DISTANCE_METRES = 5_000;
export const MIN_BRIDGE_DISTANCE_METRES = 10;
