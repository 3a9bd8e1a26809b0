/** Bands as the physics sees them: a radio `5G-1` or `5G-2` of a device is a radio of 5 GHz. */
export type AirBand = '2.4G' | '5G' | '6G';
export type WidthMhz = 20 | 40 | 80 | 160;

/** A place in a site: metres from its upper left corner, and the number of the floor. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly floor: number;
}

/** A channel by its primary channel of 20 MHz. */
export interface AirChannel {
  readonly band: AirBand;
  readonly channel: number;
  readonly widthMhz: WidthMhz;
}

/** The path between a client and its radio: a distance (m), or its loss (dB) where the place of the client is known. */
type ClientDistance = { readonly metres: number } | { readonly lossDb: number };

/** A client of a radio. */
export type AirClient = ClientDemand & ClientDistance;

interface ClientDemand {
  readonly id: string;
  /** Demanded rates (Mbit/s) from and to the radio. */
  readonly downMbps: number;
  readonly upMbps: number;
  /** Spatial streams of the client; 2 by default. */
  readonly streams?: number;
}

/** A sender of beacons. */
export interface Broadcaster extends AirChannel {
  readonly bssid: string;
  readonly position: Position;
  /** Equivalent isotropically radiated power (dBm). */
  readonly powerDbm: number;
  /** Security as a scan reports it, such as `WPA2`. */
  readonly security: string;
}

/** A radio of the site. */
export interface AirRadio extends Broadcaster {
  /** Serial number of its device. */
  readonly sn: string;
  readonly isOn: boolean;
  readonly ssids: readonly string[];
  readonly clients: readonly AirClient[];
}

/** Course of the traffic over the hours of a day. */
export type TrafficDay = 'home' | 'office' | 'steady';

/** A network that does not belong to the site. */
export interface ForeignNetwork extends Broadcaster {
  readonly ssid: string;
  /** Loss (dB) of the outer or party walls between the network and the site. */
  readonly entryLossDb: number;
  readonly day: TrafficDay;
  /** Share of the time, 0 to 1, in which the network sends in its busiest hour. */
  readonly peakDuty: number;
  /** Share of the days, 0 to 1, on which the network is present. */
  readonly presentShare: number;
  /** Time in which the network exists; always by default. */
  readonly during?: Period;
}

/** Time from `from` to before `until` (ms since 1970). */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** A radar that sends bursts in a range of channels of 5 GHz. */
export interface RadarSource {
  readonly id: string;
  /** First and last channel of 20 MHz that the radar covers. */
  readonly fromChannel: number;
  readonly toChannel: number;
  /** Median level (dBm) at the site. */
  readonly levelDbm: number;
  /** Times of the bursts (ms since 1970). */
  readonly moments: readonly number[];
}
