/**
 * Several devices report the same client: its access point, the switch behind it, and the gateway that
 * assigned its address. The nearest device is the client's holder: it decides where the client is connected
 * and when it leaves. The other devices only add information.
 */

/**
 * Time after a client left its holder in which reports of farther devices cannot set it online, because
 * entries of their tables expire late.
 */
const OUTDATED_REPORT_MS = 5 * 60_000;

const NEARNESS = { wireless: 3, switch: 2, other: 1 } as const;
type Nearness = (typeof NEARNESS)[keyof typeof NEARNESS];

/**
 * Nearness of a device to a client that it reports: a wireless device is nearest, then a switch, then any
 * other device.
 */
export function rankNearness(
  { band, ssid }: { readonly band?: string | null | undefined; readonly ssid?: string | null | undefined },
  kind: string | undefined,
): Nearness {
  if ((band ?? ssid ?? undefined) !== undefined) return NEARNESS.wireless;
  return kind === 'switch' ? NEARNESS.switch : NEARNESS.other;
}

/** The stored state of a client. */
export interface HeldClient {
  readonly deviceId: string;
  readonly nearness: Nearness;
  readonly online: boolean;
  /** Time at which the client was last seen (ms since 1970). */
  readonly lastSeenAt: number;
}

/**
 * Returns true if devices other than the holder may report a client's traffic. A wireless holder counts the
 * traffic itself.
 */
export const canOthersCountTraffic = (nearness: Nearness): boolean => nearness < NEARNESS.wireless;

export type ClientReportRole =
  /** The reporting device becomes or stays the holder. */
  | 'holder'
  /**
   * A nearer device is the holder. The report only adds address and name, and for a wired client also
   * traffic.
   */
  | 'observer'
  /** The report is out of date: the client has left, or is connected to another device. */
  | 'outdated';

/** Decides how a device's report about a client is applied. */
export function classifyClientReport(
  stored: HeldClient | undefined,
  report: {
    readonly deviceId: string;
    readonly nearness: Nearness;
    readonly receivedAt: number;
    /** True if the same message reports that the client left. */
    readonly left: boolean;
  },
): ClientReportRole {
  if (!stored || stored.deviceId === report.deviceId) return 'holder';
  // A device that reports join and leave of a client in one message does not become its holder.
  if (report.left && stored.online) return 'outdated';
  if (report.nearness >= stored.nearness) return 'holder';
  if (stored.online) return 'observer';
  return report.receivedAt - stored.lastSeenAt < OUTDATED_REPORT_MS ? 'outdated' : 'holder';
}
