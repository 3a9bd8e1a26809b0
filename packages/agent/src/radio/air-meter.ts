import { type AirFigures, type AirReading, computeAirFigures } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import type { RunProgram } from '../system/run.ts';
import { parseStationDump } from './station-dump.ts';
import { parseSurvey } from './survey.ts';

/** Reports that follow a change sooner repeat the last figures, because some drivers update their counters this rarely. */
const MIN_PERIOD_MS = 10_000;

/** Measures how radios use the air, from the counters of their drivers between two reports. */
export class AirMeter {
  readonly #run: RunProgram;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #last = new Map<
    string,
    { readonly at: number; readonly reading: AirReading; readonly figures: AirFigures }
  >();

  constructor({ clock, run }: { readonly clock: Pick<Clock, 'now'>; readonly run: RunProgram }) {
    this.#run = run;
    this.#clock = clock;
  }

  /** Returns the figures of a radio that broadcasts with these interfaces. */
  async read(radio: string, devices: readonly string[]): Promise<AirFigures> {
    const [first] = devices;
    if (first === undefined) {
      this.#last.delete(radio);
      return {};
    }
    const last = this.#last.get(radio);
    const at = this.#clock.now();
    if (last && at - last.at < MIN_PERIOD_MS) return last.figures;
    const reading: AirReading = {
      channels: parseSurvey(await this.#dump(first, 'survey')),
      peers: (await Promise.all(devices.map((device) => this.#dump(device, 'station')))).flatMap(
        parseStationDump,
      ),
    };
    const figures = computeAirFigures(reading, last?.reading);
    this.#last.set(radio, { at, reading, figures });
    return figures;
  }

  /** Reads counters; empty if the driver has none or the interface was removed meanwhile. */
  #dump(device: string, kind: 'station' | 'survey'): Promise<string> {
    return this.#run(['iw', 'dev', device, kind, 'dump']).catch(() => '');
  }
}
