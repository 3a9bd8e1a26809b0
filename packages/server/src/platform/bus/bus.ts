import type { LiveResource } from '@northlight/contract';

/** Recipients of a refresh: the open pages of a project, or those of one account. */
export type LiveRecipients = { readonly projectId: number } | { readonly accountId: string };

/**
 * Messages between parts of the server, within a process and between processes. Messages are hints: the database is the
 * source of truth, and a lost message costs at most one polling interval.
 */
export type BusMessage =
  | {
      readonly topic: 'live';
      readonly resource: LiveResource;
      readonly to: LiveRecipients;
      /** Ids of the changed rows; absent when the whole resource may have changed. */
      readonly rows?: readonly string[];
    }
  /** New work is stored for a device. The process with the device's connection must send the work. */
  | { readonly topic: 'pendingWork'; readonly deviceId: string }
  /** A device's credential is no longer valid. The process with the device's connection must close it. */
  | { readonly topic: 'drop'; readonly deviceId: string; readonly reason: string }
  /**
   * An account has claimed a serial number. If this device is connected and waits for the claim, it is
   * offered its credential.
   */
  | { readonly topic: 'claimed'; readonly sn: string }
  /**
   * An account has stopped trusting an authority of OpenWiFi devices. The connections of these devices must
   * be closed.
   */
  | { readonly topic: 'distrusted'; readonly accountId: string; readonly keyHash: string }
  /** Alarms of a project have changed and must be grouped by cause again. */
  | { readonly topic: 'alarms'; readonly projectId: number }
  /** A device has sent its part of a backup. */
  | { readonly topic: 'backupParts'; readonly id: string }
  /** A job has changed, so that its next wave may start. */
  | { readonly topic: 'jobs' }
  /** Projects were created, deleted or restored, so that work per project starts or stops. */
  | { readonly topic: 'projects' }
  /**
   * Sessions or permissions on a project may have ended. Open streams and tunnels must check their
   * permissions again.
   */
  | { readonly topic: 'rights'; readonly of: PermissionScope };

/** Scope of a permission change: all users of a project, one account, or one session. */
export type PermissionScope =
  | { readonly projectId: number }
  | { readonly accountId: string }
  | { readonly sessionId: string };

export type BusTopic = BusMessage['topic'];
export type MessageOf<Topic extends BusTopic> = Extract<BusMessage, { topic: Topic }>;

/** Delivers messages to all subscribers in all server processes that share the database. */
export interface Bus {
  /** Publishes a message. Never throws or waits. Call it after the commit that the message announces. */
  publish(message: BusMessage): void;
  /** Calls the handler with each message of a topic. The returned function ends the subscription. */
  subscribe<Topic extends BusTopic>(topic: Topic, handler: (message: MessageOf<Topic>) => void): () => void;
  /** False while messages of other processes do not arrive. */
  readonly isConnected: boolean;
  /**
   * Calls back with false when the connection to the other processes is lost, and with true when it is restored; messages
   * sent in between are lost. The returned function ends the subscription.
   */
  onConnection(handler: (isConnected: boolean) => void): () => void;
}
