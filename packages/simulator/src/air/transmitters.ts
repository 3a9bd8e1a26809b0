import type { AirBand, AirRadio, Broadcaster, ForeignNetwork } from './air-site.ts';
import { findSpectrum, type Spectrum } from './channel-spectrum.ts';
import { hashId } from './pair-random.ts';
import { computePathLoss, type PathEnd } from './path-loss.ts';
import type { WallsByFloor } from './wall-loss.ts';

/** A sender with the figures that pairs need. */
export interface Transmitter extends PathEnd {
  readonly band: AirBand;
  readonly spectrum: Spectrum;
  readonly powerDbm: number;
  /** Loss (dB) between the sender and the site. */
  readonly entryLossDb: number;
}

const toTransmitter = (sender: Broadcaster, entryLossDb: number): Transmitter => ({
  position: sender.position,
  hash: hashId(sender.bssid),
  band: sender.band,
  spectrum: findSpectrum(sender),
  powerDbm: sender.powerDbm,
  entryLossDb,
});

export const createRadioTransmitter = (radio: AirRadio): Transmitter => toTransmitter(radio, 0);

export const createForeignTransmitter = (network: ForeignNetwork): Transmitter =>
  toTransmitter(network, network.entryLossDb);

/** Returns the loss (dB) between two senders of a band, the same in both directions. */
export const computeTransmitterLoss = (a: Transmitter, b: Transmitter, walls: WallsByFloor): number =>
  computePathLoss(a, b, a.spectrum.primaryMhz, walls) + a.entryLossDb + b.entryLossDb;
