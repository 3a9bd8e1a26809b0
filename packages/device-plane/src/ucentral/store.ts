import type { Capabilities } from '../contract-types.ts';

/** An authority that an account trusts with its devices. */
export interface TrustedAuthority {
  readonly accountId: string;
  /** SHA-256 of its public key (SPKI), hex: the key is what signs, whatever certificate it is in. */
  readonly keyHash: string;
  /** PEM. */
  readonly certificate: string;
}

/** Who a device is, proved by its certificate: the same MAC under another authority is another device. */
export interface OpenWifiIdentity {
  readonly accountId: string;
  readonly keyHash: string;
  /** `OWF1` and the MAC in upper case. */
  readonly sn: string;
  /** With colons. */
  readonly mac: string;
}

/** What runs on a device, or may, under the number that the device knows it by. */
export interface NumberedConfig {
  readonly uuid: number;
  readonly rev: number;
  readonly hash: string;
}

/** What is kept of one device's protocol beside its record, so that reconnects and restarts of the server converge. */
export interface OpenWifiLink {
  /** The highest number that was ever given or told. */
  readonly lastUuid: number;
  /** What it said it applied. */
  readonly applied: NumberedConfig | undefined;
  /** Sent, and not answered; `tries` counts how often. */
  readonly pending: (NumberedConfig & { readonly tries: number }) | undefined;
  /** A command that is done only when the device connects again. */
  readonly leaving:
    | { readonly kind: 'restart' | 'reset' | 'upgrade'; readonly cid: string; readonly firmware: string }
    | undefined;
  /** Made at random at each start of the device that is known of. */
  readonly boot: string;
}

/** What a device that nobody added says of itself. */
export interface WaitingDevice {
  readonly model: string;
  readonly software: string;
  readonly caps: Capabilities;
}

/** What the uCentral endpoint asks of storage, beside the device plane's own. */
export interface OpenWifiStore {
  /** Authorities by the subject of their certificate, as node:crypto writes it; those of disabled accounts are left out. */
  findAuthorities(subject: string): Promise<readonly TrustedAuthority[]>;
  /** The device that the account made of this identity; undefined while nobody added it. */
  findDevice(identity: OpenWifiIdentity): Promise<string | undefined>;
  /** Remembers that a device waits; answers into whose list it has just come, if it has. */
  recordWaiting(
    identity: OpenWifiIdentity,
    device: WaitingDevice,
    now: number,
    address: string | undefined,
  ): Promise<{ accountId: string } | undefined>;
  loadLink(deviceId: string): Promise<OpenWifiLink>;
  saveLink(deviceId: string, link: OpenWifiLink): Promise<void>;
}
