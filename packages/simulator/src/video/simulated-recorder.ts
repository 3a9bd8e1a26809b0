import type { DiskState, RecorderStat, VideoStream } from '@northlight/contract/device-protocol';
import { Recordings } from './recordings.ts';
import { MAIN_STREAM } from './simulated-camera.ts';

const TB = 1e12;
const DISK_BYTES = 4 * TB;
const DAY_MS = 86_400_000;
/** Mean rate of a camera, and the difference between the quietest and the liveliest scene. */
const MEAN_KBPS = 4_000;
const RATE_SPREAD_KBPS = 1_600;

/** A recorder that has not recorded for longer was off: it records at least once a minute. */
const OFF_AFTER_MS = 180_000;

/** A camera that a recorder records. */
export interface RecordedCamera {
  readonly sn: string;
  readonly mac: string;
  readonly name: string;
}

interface Disk {
  readonly id: string;
  readonly label: string;
  state: DiskState;
  healthPercent: number;
  powerOnHours: number;
}

/** States of disks whose space is used. */
const IN_USE: ReadonlySet<DiskState> = new Set(['normal', 'failing']);

export interface SimulatedRecorderOptions {
  readonly cameras: readonly RecordedCamera[];
  /** Returns the present address of a camera. */
  readonly getIp: (sn: string) => string;
  readonly disks?: number;
  /** False if the recording stops when the disks are full. */
  readonly overwrites?: boolean;
  readonly now: number;
  /** Called when the state of a disk has changed. */
  readonly onChange?: () => void;
}

/** Rate of a channel (kbit/s), by its index. */
export const getRate = (index: number): number =>
  MEAN_KBPS + (((index * 7) % 5) / 4 - 0.5) * RATE_SPREAD_KBPS;

/** The disks and recordings of a recorder that has recorded its cameras for months. */
export class SimulatedRecorder {
  readonly cameras: readonly RecordedCamera[];
  readonly #getIp: (sn: string) => string;
  readonly #overwrites: boolean;
  readonly #disks: readonly Disk[];
  readonly #recordings: Recordings;
  readonly #startedAt: number;
  readonly #onChange: () => void;

  constructor({
    cameras,
    disks = 2,
    getIp,
    now,
    onChange = () => undefined,
    overwrites = true,
  }: SimulatedRecorderOptions) {
    this.cameras = cameras;
    this.#getIp = getIp;
    this.#onChange = onChange;
    this.#overwrites = overwrites;
    this.#startedAt = now;
    this.#disks = Array.from({ length: disks }, (_, index) => ({
      id: `d${index + 1}`,
      label: `Disk ${index + 1}`,
      state: 'normal' as const,
      healthPercent: 96 - 7 * index,
      powerOnHours: 14_200 + 380 * index,
    }));
    const rates = new Map(cameras.map((_, index) => [index + 1, getRate(index)] as const));
    const perDay = [...rates.values()].reduce((total, kbps) => total + (kbps / 8) * DAY_MS, 0);
    const days = perDay === 0 || !overwrites ? 0 : Math.ceil(this.#capacity / perDay);
    this.#recordings = new Recordings(now - days * DAY_MS);
    for (let day = days - 1; day >= 0; day--) this.#write(now - day * DAY_MS, rates);
  }

  /** Records the cameras that are online up to a time. A recorder that was off since the last time has a gap. */
  record(now: number, isOnline: (sn: string) => boolean): void {
    const wasOn = now - this.#recordings.until <= OFF_AFTER_MS;
    this.#write(now, wasOn ? this.#listRates(isOnline) : new Map());
  }

  /** Returns what the recorder reports; call `record` before. */
  report(isOnline: (sn: string) => boolean): RecorderStat {
    const rates = this.#listRates(isOnline);
    const used = this.#recordings.usedBytes;
    const hours = (this.#recordings.until - this.#startedAt) / 3_600_000;
    return {
      overwrites: this.#overwrites,
      timeSource: 'ntp',
      hasDefaultPassword: false,
      disks: this.#disks.map(({ healthPercent, id, label, powerOnHours, state }) => ({
        id,
        label,
        state,
        ...(state !== 'missing' && {
          model: 'Simulated SV4000',
          capacityBytes: DISK_BYTES,
          usedBytes: IN_USE.has(state) ? Math.min(DISK_BYTES, Math.round(used / this.#countInUse())) : 0,
          healthPercent,
          temperatureC: 38,
          powerOnHours: Math.floor(powerOnHours + hours),
        }),
      })),
      channels: this.cameras.map(({ mac, name, sn }, index) => {
        const kbps = rates.get(index + 1);
        const stream: VideoStream | undefined = kbps === undefined ? undefined : { ...MAIN_STREAM, kbps };
        return {
          number: index + 1,
          name,
          mac,
          ip: this.#getIp(sn),
          online: isOnline(sn),
          recording: kbps !== undefined,
          schedule: 'continuous',
          ...(stream && { stream }),
          ...this.#recordings.describe(index + 1),
        };
      }),
    };
  }

  /** Returns the state of a disk; undefined for a bay that the recorder does not have. */
  getDiskState(id: string): DiskState | undefined {
    return this.#disks.find((disk) => disk.id === id)?.state;
  }

  /**
   * Sets the state of a disk. The recordings of a disk that is no longer in use are lost: the oldest ones, because the disks
   * are written one after another.
   */
  setDiskState(id: string, state: DiskState, healthPercent?: number): void {
    const disk = this.#disks.find((each) => each.id === id);
    if (!disk) throw new Error(`The recorder has no disk ${id}.`);
    const used = this.#recordings.usedBytes;
    const before = this.#countInUse();
    disk.state = state;
    if (healthPercent !== undefined) disk.healthPercent = healthPercent;
    const left = this.#countInUse();
    if (left < before) this.#recordings.shrink((used * left) / before);
    this.#onChange();
  }

  get #capacity(): number {
    return DISK_BYTES * this.#countInUse();
  }

  #countInUse(): number {
    return this.#disks.filter(({ state }) => IN_USE.has(state)).length;
  }

  #write(until: number, rates: ReadonlyMap<number, number>): void {
    const channels = this.cameras.map((_, index) => index + 1);
    this.#recordings.write(until, rates, channels);
    this.#recordings.shrink(this.#capacity);
  }

  /** Rates of the channels that are recorded now (kbit/s). */
  #listRates(isOnline: (sn: string) => boolean): ReadonlyMap<number, number> {
    const isFull = !this.#overwrites && this.#recordings.usedBytes >= this.#capacity;
    if (this.#countInUse() === 0 || isFull) return new Map();
    return new Map(
      this.cameras.flatMap(({ sn }, index) => (isOnline(sn) ? [[index + 1, getRate(index)] as const] : [])),
    );
  }
}
