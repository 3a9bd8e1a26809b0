import type { Clock, Entropy } from '@northlight/runtime';
import type { PlaceName, SceneCondition } from '../picture/index.ts';
import type { DigestAlgorithm } from './http-digest.ts';
import type { OnvifUser } from './users.ts';

/** Behaviour of a faulty or hostile camera. */
export interface Hostility {
  /**
   * `huge`: 50 MB. `html`: a page with the type of a JPEG. `endless`: data without end. `stalled`: the beginning of a picture, then
   * nothing. `redirect`: sends the client to another address.
   */
  readonly snapshot?: 'huge' | 'html' | 'endless' | 'stalled' | { readonly redirect: string };
  /** Origin of all addresses inside of the answers: `http://203.0.113.9`. */
  readonly origin?: string;
  /** `fault`: reboots and answers a fault. `html`: a page. `closed`: no answer. */
  readonly reboot?: 'fault' | 'html' | 'closed';
  /** Realm of the challenge; credentials are checked with another one, so that they never match. */
  readonly announcedRealm?: string;
  /** The clock began in 1970, when the camera started. */
  readonly epoch?: true;
}

export interface OnvifCameraOptions {
  /** Address of the server. */
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Printed in the picture. */
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly firmwareVersion: string;
  readonly serialNumber: string;
  readonly users: readonly OnvifUser[];
  /** Chooses the scene; see `drawScene`. */
  readonly seed: number;
  readonly place?: PlaceName;
  /** Difference of local time to UTC (h). */
  readonly zoneHours?: number;
  /** Difference of the clock of the camera to `clock` (ms). */
  readonly clockOffsetMs?: number;
  /** Accepted credentials; both kinds if it is left out. */
  readonly authentication?: 'usernameToken' | 'httpDigest';
  /** True for a camera that does not remember the nonces of tokens, as many do. */
  readonly allowsNonceReuse?: boolean;
  /** Offered algorithms of HTTP digest; SHA-256, then MD5 if it is left out. */
  readonly digestAlgorithms?: readonly DigestAlgorithm[];
  /** True for a camera with a memory card: the services recording, search and replay of Profile G. */
  readonly records?: boolean;
  /** Port of RTSP in the addresses of streams; nothing listens there. */
  readonly rtspPort?: number;
  readonly hostility?: Hostility;
}

export type { SceneCondition };
