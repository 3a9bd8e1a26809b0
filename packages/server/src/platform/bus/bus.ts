import type { LiveResource } from '@northlight/contract';

/** Who has to refresh: the open pages of a project, or those of one account. */
export type LiveAddress = { readonly projectId: number } | { readonly accountId: string };

/**
 * What one part of the server announces to the others, in this process and in those beside it. Messages are hints: the
 * database is the truth, and a lost message costs at most one polling interval.
 */
export type BusMessage =
  | {
      readonly topic: 'live';
      readonly resource: LiveResource;
      readonly to: LiveAddress;
      /** Set when nothing but these rows changed. */
      readonly rows?: readonly string[];
    }
  /** New work is stored for a device: the process that holds its connection sends it. */
  | { readonly topic: 'nudge'; readonly deviceId: string }
  /** A device's credential ended: the process that holds its connection closes it. */
  | { readonly topic: 'drop'; readonly deviceId: string; readonly reason: string }
  /** An account claimed a serial number: a device that waits on an open connection is offered its credential. */
  | { readonly topic: 'claimed'; readonly sn: string }
  /** An account stopped trusting an authority of OpenWiFi devices: their connections end. */
  | { readonly topic: 'distrusted'; readonly accountId: string; readonly keyHash: string }
  /** Alarms of a project changed: they are grouped by their cause. */
  | { readonly topic: 'alarms'; readonly projectId: number }
  /** Something of a job changed: its next wave may begin. */
  | { readonly topic: 'jobs' }
  /** Projects were created, deleted or restored: what runs for each of them starts and ends. */
  | { readonly topic: 'projects' }
  /** Sessions, or rights on a project, may have ended: open streams and tunnels ask for theirs again. */
  | { readonly topic: 'rights'; readonly of: RightsHolder };

/** Whose rights may have changed: everybody's on a project, all of an account, or one session's. */
export type RightsHolder =
  | { readonly projectId: number }
  | { readonly accountId: string }
  | { readonly sessionId: string };

export type BusTopic = BusMessage['topic'];
export type MessageOf<Topic extends BusTopic> = Extract<BusMessage, { topic: Topic }>;

/** Carries messages to every subscriber of every server process that shares the database. */
export interface Bus {
  /** Never throws and never waits; publish after the commit that makes the message true. */
  publish(message: BusMessage): void;
  /** The returned function ends the subscription. */
  subscribe<Topic extends BusTopic>(topic: Topic, handler: (message: MessageOf<Topic>) => void): () => void;
  /** False while messages of other processes do not arrive. */
  readonly isConnected: boolean;
  /**
   * Calls back with false when the connection to the other processes is lost, and with true when it is back: messages of
   * the time between are missing. The returned function ends the subscription.
   */
  onConnection(handler: (isConnected: boolean) => void): () => void;
}
