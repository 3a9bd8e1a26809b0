import type { Credential } from '@northlight/agent';

/** One simulated device as plain data; the same data fills a database with it. */
export interface DeviceSpec {
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly name: string;
  /** The device and the port of it that this one hangs on; absent for the site's top. */
  readonly uplink?: { readonly sn: string; readonly port: string };
  readonly vlan: number;
  readonly ip: string;
  readonly meshRole?: 'primary' | 'secondary';
  /** The cloud code that somebody entered at the device: it says it until an account has it. */
  readonly cloudCode?: string;
}

/** Somebody's phone, or a wired machine that stays at its port. */
export interface ClientSpec {
  readonly mac: string;
  readonly name: string;
  readonly ip: string;
  readonly vlan: number;
  readonly ssid?: string;
  /** Wired: where it is plugged in. */
  readonly port?: { readonly sn: string; readonly port: string };
}

/** Share of the people who are there, by hour of the site's day. */
export type DayKind = 'hotel' | 'home' | 'steady';

export interface SiteSpec {
  readonly name: string;
  readonly seed: number;
  /** Hours that the site's day is ahead of UTC. */
  readonly zoneHours: number;
  readonly day: DayKind;
  readonly devices: readonly DeviceSpec[];
  readonly clients: readonly ClientSpec[];
}

/** How a device proves itself: by its secret at first contact, or by a credential that it already has. */
export interface DeviceAccess {
  readonly secret?: string;
  readonly credential?: Credential;
}
