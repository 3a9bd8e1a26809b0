import type { AirRadio, ForeignNetwork } from './air-site.ts';
import { buildContention } from './contention.ts';
import type { RadioReading } from './radio-reading.ts';
import { type BeaconSource, listReceivedNetworks, type ReceivedNetwork } from './received-networks.ts';
import { type ActiveRadio, computeSiteLoad } from './site-load.ts';
import { createForeignTransmitter, createRadioTransmitter, type Transmitter } from './transmitters.ts';
import type { WallsByFloor } from './wall-loss.ts';

/** A foreign network that is present, and the share of the time in which it sends. */
interface PresentNetwork {
  readonly network: ForeignNetwork;
  readonly duty: number;
}

/** The air of a site at a moment. */
export class AirMoment {
  /** Figures by BSSID of the radios that are on. */
  readonly readings: ReadonlyMap<string, RadioReading>;
  readonly #radios: readonly ActiveRadio[];
  readonly #sources: readonly BeaconSource[];
  readonly #walls: WallsByFloor;

  constructor(radios: readonly AirRadio[], foreign: readonly PresentNetwork[], walls: WallsByFloor) {
    this.#walls = walls;
    this.#radios = radios
      .filter(({ isOn }) => isOn)
      .map((radio) => ({ radio, transmitter: createRadioTransmitter(radio) }));
    const others = foreign.map(({ duty, network }) => ({
      network,
      duty,
      transmitter: createForeignTransmitter(network),
    }));
    const pick = ({ transmitter }: { readonly transmitter: Transmitter }): Transmitter => transmitter;
    const contention = buildContention(this.#radios.map(pick), others.map(pick), walls);
    const duties = others.map(({ duty }) => duty);
    const { airtimes, readings } = computeSiteLoad(this.#radios, contention, duties);
    this.readings = new Map(readings.map((reading) => [reading.bssid, reading]));
    this.#sources = [
      ...this.#radios.map(({ radio, transmitter }) => ({
        broadcaster: radio,
        transmitter,
        ssid: radio.ssids[0],
        sn: radio.sn,
      })),
      ...others.map(({ network, transmitter }) => ({
        broadcaster: network,
        transmitter,
        ssid: network.ssid,
      })),
    ].map((source, index) => ({ ...source, airtime: airtimes[index] ?? 0 }));
  }

  /**
   * Lists the networks that a radio receives on a channel of its band, the strongest first: the radios of other devices of the
   * site by BSSID, and foreign networks. A radio that is off receives nothing.
   */
  scan(bssid: string, channel: number): ReceivedNetwork[] {
    const receiver = this.#radios.find(({ radio }) => radio.bssid === bssid);
    if (!receiver) return [];
    return listReceivedNetworks(receiver.transmitter, receiver.radio.sn, channel, this.#sources, this.#walls);
  }
}
