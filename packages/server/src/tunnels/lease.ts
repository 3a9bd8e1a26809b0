import type { RightHandle } from '../platform/rights-watch.ts';
import type { ClientHttp2Session } from 'node:http2';
import type { Duplex } from 'node:stream';

/** Why a lease is not open (any more): a code of the catalogue and a sentence. */
export interface LeaseEnd {
  readonly code: number;
  readonly reason: string;
}

/** Remote web management of one device by one session, from the request to its end. */
export interface Lease {
  /** Names it in the API. */
  readonly id: string;
  /** First part of its host name: nobody guesses it (128 bits). */
  readonly label: string;
  /** What the device proves itself with when it dials (256 bits). */
  readonly ticket: string;
  /** The value of its cookie, on its own host name. */
  readonly cookie: string;
  readonly projectId: number;
  readonly deviceId: string;
  readonly deviceName: string;
  /** Ms. */
  readonly expiresAt: number;
  /** The job that asks the device to dial. */
  jobId: string | undefined;
  /** Good for one visit, until then (ms). */
  entrance: { readonly key: string; readonly until: number } | undefined;
  link: { readonly session: ClientHttp2Session; readonly socket: Duplex } | undefined;
  end: LeaseEnd | undefined;
  right: RightHandle | undefined;
  /** What ends with the lease. */
  readonly during: DisposableStack;
}
