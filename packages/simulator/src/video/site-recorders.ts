import type { CameraStat, RecorderStat } from '@northlight/contract/device-protocol';
import { type DeviceSpec, getCapabilities } from '../spec.ts';
import { reportCamera, SimulatedRecorder } from './simulated-recorder.ts';

export interface SiteRecordersOptions {
  readonly devices: readonly DeviceSpec[];
  readonly now: number;
  readonly isOnline: (sn: string) => boolean;
  /** Returns the present address of a camera. */
  readonly getIp: (sn: string) => string;
  /** Called when the state of a recorder has changed. */
  readonly onChange: (sn: string) => void;
}

/** The recorders of a site, which share its cameras. */
export class SiteRecorders {
  readonly #isOnline: (sn: string) => boolean;
  readonly #bySn: ReadonlyMap<string, SimulatedRecorder>;
  /** Index of the channel of each camera in its recorder. */
  readonly #cameras: ReadonlyMap<string, number>;

  constructor({ devices, getIp, isOnline, now, onChange }: SiteRecordersOptions) {
    this.#isOnline = isOnline;
    const listKind = (kind: string) => devices.filter((device) => getCapabilities(device)?.kind === kind);
    const [recorders, cameras] = [listKind('nvr'), listKind('ipc')];
    const perRecorder = Math.max(1, recorders.length);
    this.#cameras = new Map(cameras.map(({ sn }, index) => [sn, Math.floor(index / perRecorder)] as const));
    this.#bySn = new Map(
      recorders.map(({ sn }, at) => {
        const own = cameras.filter((_, index) => index % recorders.length === at);
        return [
          sn,
          new SimulatedRecorder({ cameras: own, getIp, now, onChange: () => onChange(sn) }),
        ] as const;
      }),
    );
  }

  get(sn: string): SimulatedRecorder | undefined {
    return this.#bySn.get(sn);
  }

  /** Returns the part of the report of a recorder, recorded up to this time, or of a camera; nothing for another device. */
  report(sn: string, now: number): { readonly recorder?: RecorderStat; readonly camera?: CameraStat } {
    const recorder = this.#bySn.get(sn);
    if (!recorder) return this.#cameras.has(sn) ? { camera: reportCamera(this.#cameras.get(sn)) } : {};
    recorder.record(now, this.#isOnline);
    return { recorder: recorder.report(this.#isOnline) };
  }
}
