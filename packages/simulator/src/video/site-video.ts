import type { CameraStat, RecorderStat } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { type DeviceSpec, getCapabilities } from '../spec.ts';
import { SimulatedCamera } from './simulated-camera.ts';
import { getRate, SimulatedRecorder } from './simulated-recorder.ts';

export interface SiteVideoOptions {
  readonly devices: readonly DeviceSpec[];
  readonly clock: Clock;
  readonly isOnline: (sn: string) => boolean;
  /** Returns the present address of a camera. */
  readonly getIp: (sn: string) => string;
  /** True if the cameras send pictures by themselves. */
  readonly sendsPictures: boolean;
  /** Called when the state of a recorder has changed. */
  readonly onChange: (sn: string) => void;
}

/** The cameras of a site, and its recorders, which share them. */
export class SiteVideo {
  readonly #clock: Clock;
  readonly #isOnline: (sn: string) => boolean;
  readonly #recorders: ReadonlyMap<string, SimulatedRecorder>;
  readonly #cameras: ReadonlyMap<string, SimulatedCamera>;

  constructor({ clock, devices, getIp, isOnline, onChange, sendsPictures }: SiteVideoOptions) {
    this.#clock = clock;
    this.#isOnline = isOnline;
    const listKind = (kind: string) => devices.filter((device) => getCapabilities(device)?.kind === kind);
    const [recorders, cameras] = [listKind('nvr'), listKind('ipc')];
    let last: Promise<unknown> = Promise.resolve();
    const takeTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
      const turn = last.then(run);
      last = turn;
      return turn;
    };
    const perRecorder = Math.max(1, recorders.length);
    this.#cameras = new Map(
      cameras.map(({ name, sn }, index) => {
        const kbps = getRate(Math.floor(index / perRecorder));
        const camera = new SimulatedCamera({ name, seed: index, kbps, clock, sendsPictures, takeTurn });
        return [sn, camera] as const;
      }),
    );
    this.#recorders = new Map(
      recorders.map(({ sn }, at) => {
        const own = cameras.filter((_, index) => index % recorders.length === at);
        const now = clock.now();
        return [
          sn,
          new SimulatedRecorder({ cameras: own, getIp, now, onChange: () => onChange(sn) }),
        ] as const;
      }),
    );
  }

  recorder(sn: string): SimulatedRecorder | undefined {
    return this.#recorders.get(sn);
  }

  camera(sn: string): SimulatedCamera | undefined {
    return this.#cameras.get(sn);
  }

  /** Returns the part of the report of a recorder or of a camera, up to this time; nothing for another device. */
  report(sn: string): { readonly recorder?: RecorderStat; readonly camera?: CameraStat } {
    const camera = this.#cameras.get(sn);
    if (camera && this.#isOnline(sn)) camera.step(this.#clock.now());
    if (camera) return { camera: camera.report() };
    const recorder = this.#recorders.get(sn);
    if (!recorder) return {};
    recorder.record(this.#clock.now(), this.#isOnline);
    return { recorder: recorder.report(this.#isOnline) };
  }
}
