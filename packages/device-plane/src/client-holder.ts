/**
 * Several devices tell of one client: the access point at which it is, the switch behind that, the gateway that gave it
 * its address. The one nearest to it says where it is and when it goes; the others add what they know.
 */

/** How long a farther device, which forgets late, does not bring back a client that left the nearer one. */
const FORGOTTEN_LATE_MS = 5 * 60_000;

const NEARNESS = { air: 3, switch: 2, other: 1 } as const;
type Nearness = (typeof NEARNESS)[keyof typeof NEARNESS];

/** On the air nobody is nearer; a cable ends at a switch before it ends at a gateway. */
export function nearnessOf(
  { band, ssid }: { readonly band?: string | null | undefined; readonly ssid?: string | null | undefined },
  kind: string | undefined,
): Nearness {
  if ((band ?? ssid ?? undefined) !== undefined) return NEARNESS.air;
  return kind === 'switch' ? NEARNESS.switch : NEARNESS.other;
}

/** A client as it was told last. */
export interface HeldClient {
  readonly deviceId: string;
  readonly nearness: Nearness;
  readonly online: boolean;
  /** Milliseconds since 1970. */
  readonly lastSeenAt: number;
}

/** Whether another device than the holder may say what a client sends and receives: on the air the holder counts itself. */
export const canOthersCountTraffic = (nearness: Nearness): boolean => nearness < NEARNESS.air;

export type ClientReportRole =
  /** The client is there. */
  | 'holds'
  /** Another one knows better where it is: its address and name are news, by cable its traffic too. */
  | 'adds'
  /** It left, and who tells of it has not noticed yet. */
  | 'is-late';

/** What a device's word about a client counts. */
export function classifyClientReport(
  kept: HeldClient | undefined,
  told: {
    readonly deviceId: string;
    readonly nearness: Nearness;
    readonly receivedAt: number;
    /** The same message says that it went again. */
    readonly left: boolean;
  },
): ClientReportRole {
  if (!kept || kept.deviceId === told.deviceId) return 'holds';
  // It came by for a moment: where it is now says whoever has it.
  if (told.left && kept.online) return 'is-late';
  if (told.nearness >= kept.nearness) return 'holds';
  if (kept.online) return 'adds';
  return told.receivedAt - kept.lastSeenAt < FORGOTTEN_LATE_MS ? 'is-late' : 'holds';
}
