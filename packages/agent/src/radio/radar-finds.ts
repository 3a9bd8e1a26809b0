import type { RadarFind } from '@northlight/contract/device-protocol';
import type { RunProgram } from '../system/run.ts';
import { readPhy } from './iw.ts';

/** Difference of the ages of channels of one find: the kernel marks them one after another and prints whole seconds. */
const SAME_FIND_SECONDS = 1;

/**
 * Parses the output of `iw phy X channels`: the channels that the kernel keeps unavailable because of radar, for 30 min. The
 * kernel marks all channels of the radio's channel with a radar check, whichever process has used it.
 */
export function parseRadarFinds(text: string): RadarFind[] {
  const channels = [
    ...text.matchAll(
      /^\s*\* \d+(?:\.\d)? MHz \[(\d+)\](?:(?!^\s*\* )[\s\S])*?DFS state: unavailable \(for (\d+) sec\)/gm,
    ),
  ].map(([, channel, seconds]) => ({ channel: Number(channel), seconds: Number(seconds) }));
  const finds: { channels: number[]; ageSeconds: number }[] = [];
  for (const { channel, seconds } of channels.toSorted((one, other) => one.seconds - other.seconds)) {
    const last = finds.at(-1);
    if (last && seconds - last.ageSeconds <= SAME_FIND_SECONDS) last.channels.push(channel);
    else finds.push({ channels: [channel], ageSeconds: seconds });
  }
  return finds.map((find) => ({
    ...find,
    channels: find.channels.toSorted((one, other) => one - other),
  }));
}

/** A radio with the interface by which its phy is found. */
interface InspectedRadio {
  readonly id: string;
  readonly interface: string;
}

/** Reads the radar of radios from the kernel, which knows it also after a restart of the agent. */
export class RadarReader {
  readonly #radios: readonly InspectedRadio[];
  readonly #run: RunProgram;

  constructor({ radios, run }: { readonly radios: readonly InspectedRadio[]; readonly run: RunProgram }) {
    this.#radios = radios;
    this.#run = run;
  }

  /** Returns the radar that a radio found in the last 30 min; none if the program does not list it. */
  async read(id: string): Promise<RadarFind[]> {
    const radio = this.#radios.find((each) => each.id === id);
    if (!radio) return [];
    try {
      return parseRadarFinds(
        await this.#run(['iw', 'phy', await readPhy(radio.interface, this.#run), 'channels']),
      );
    } catch {
      return [];
    }
  }
}
