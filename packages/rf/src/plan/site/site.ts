import type { Spectrum } from '../spectrum.ts';

/** A radio of a site as it works now, with the channels that it may use. */
export interface SiteRadio {
  readonly id: string;
  readonly deviceId: string;
  /** Addresses with which the radio broadcasts, in lower case. */
  readonly bssids: readonly string[];
  /** Present channel. */
  readonly spectrum: Spectrum;
  readonly powerDbm: number;
  /** Channels that the radio may use; the present one may be missing. */
  readonly choices: readonly SiteChoice[];
  /** Share of the time in which the radio sends and receives for its own clients, from 0 to 1. */
  readonly load: number;
  readonly clients: number;
  /** Set if the radio keeps its channel. */
  readonly isPinned: boolean;
  /** Set in scheduled and automatic runs if the radio keeps its channel because of earlier changes. */
  readonly rest?: Rest;
  /** Set if radar was found on the present channel: the radio must leave it, even if it rests. */
  readonly mustLeave?: true;
}

/** Pause of a radio after changes of its channel. */
export interface Rest {
  /** One change in the last 24 h, or two in the last 7 days. */
  readonly reason: 'recent' | 'frequent';
  /** End of the pause (ms). */
  readonly until: number;
}

export interface SiteChoice extends Spectrum {
  /** Time without Wi-Fi while the radio checks the channel for radar (s); 0 on channels without radar. */
  readonly checkSeconds: number;
  /** Number of times that radar was found on a part of this channel in the last 30 days. */
  readonly radarEvents: number;
}

/** A network that a device received in a scan. */
export interface ReceivedNetwork {
  readonly deviceId: string;
  /** In lower case. */
  readonly bssid: string;
  readonly levelDbm: number;
  readonly spectrum: Spectrum;
  /** Share of the time in which its channel is busy, as its beacon announces it. */
  readonly load?: number;
  /** Time of the scan (ms). */
  readonly at: number;
}

/** Airtime of a channel of 20 MHz that a device measured in a scan. */
export interface MeasuredChannel {
  readonly deviceId: string;
  readonly spectrum: Spectrum;
  /** Share of the time in which the channel was busy, from 0 to 1. */
  readonly busy: number;
  readonly at: number;
}

/** Loss between two radios of a site. */
export interface PathLoss {
  /** Indices of the radios; `a` is the smaller one. */
  readonly a: number;
  readonly b: number;
  readonly lossDb: number;
}

export interface Site {
  readonly radios: readonly SiteRadio[];
  readonly networks: readonly ReceivedNetwork[];
  readonly channels: readonly MeasuredChannel[];
  /** Losses between radios that never receive each other, by a model of the building; absent without one. */
  readonly modelledLosses?: readonly PathLoss[];
}

/** Age from which a scan is not used (ms). */
export const SCAN_MAX_AGE_MS = 24 * 3_600_000;
