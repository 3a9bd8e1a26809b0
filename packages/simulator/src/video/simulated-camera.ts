import {
  createSnapshotHandler,
  type DeviceLink,
  sendSnapshot,
  type SnapshotOptions,
} from '@northlight/agent';
import type { CameraStat } from '@northlight/contract/device-protocol';
import type { Clock } from '@northlight/runtime';
import { drawScene, renderJpeg, type SceneCondition } from './picture/index.ts';

const SIZE = { width: 1280, height: 720 } as const;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Hours of the day in which a camera reports motion; each camera has others. */
const HOURS_WITH_MOTION = 4;

/** Streams of a camera: a recorder records the first one. */
export const MAIN_STREAM = { codec: 'H.265', width: 2560, height: 1440, framesPerSecond: 25 } as const;
const SUB_STREAM = { codec: 'H.264', width: 640, height: 360, framesPerSecond: 12, kbps: 420 } as const;

export interface SimulatedCameraOptions {
  readonly name: string;
  /** Chooses the place that the camera sees. */
  readonly seed: number;
  /** Mean rate of the main stream (kbit/s). */
  readonly kbps: number;
  readonly clock: Clock;
  /** True if the camera sends a picture every hour, and those of events. */
  readonly sendsPictures: boolean;
  /** Runs when the pictures of the other cameras of the site are sent, because drawing takes a processor. */
  readonly takeTurn: <Result>(run: () => Promise<Result>) => Promise<Result>;
}

/** Connection over which a camera sends pictures. */
type Connection = Pick<SnapshotOptions, 'ca'> & { readonly link: () => DeviceLink };

/** A camera that sees a drawn scene. */
export class SimulatedCamera {
  readonly #options: SimulatedCameraOptions;
  #condition: SceneCondition = { kind: 'normal' };
  #connection: Connection | undefined;
  /** Hours since 1970 of the last picture that was sent by itself, and of the last motion. */
  #pictureHour = Number.NEGATIVE_INFINITY;
  #motionHour = Number.NEGATIVE_INFINITY;
  #isSending = false;

  constructor(options: SimulatedCameraOptions) {
    this.#options = options;
  }

  /** Uses the link of the device for pictures; returns the handler of the command. */
  connect(connection: Connection) {
    this.#connection = connection;
    return createSnapshotHandler(this.#createSnapshotOptions(connection));
  }

  setCondition(condition: SceneCondition): void {
    this.#condition = condition;
  }

  report(): CameraStat {
    return {
      streams: [
        { name: 'Main', ...MAIN_STREAM, kbps: this.#options.kbps },
        { name: 'Sub', ...SUB_STREAM },
      ],
      timeSource: 'ntp',
      hasDefaultPassword: false,
    };
  }

  /** Sends the picture of an hour and that of a motion when they are due. Called at least once a minute while it is online. */
  step(now: number): void {
    const { seed, sendsPictures } = this.#options;
    if (!sendsPictures || !this.#connection || this.#isSending) return;
    // Cameras of a site send their pictures at different minutes.
    const hour = Math.floor(now / HOUR_MS - (seed % 60) / 60);
    if (hour > this.#pictureHour) void this.#sendHourly(this.#connection, hour);
    else if (hour > this.#motionHour && (hour + seed) % (DAY_HOURS / HOURS_WITH_MOTION) === 0) {
      this.#motionHour = hour;
      void this.#sendMotion(this.#connection);
    }
  }

  async #sendMotion(connection: Connection): Promise<void> {
    const text = `${this.#options.name}: motion`;
    const eid = await connection.link().reportEvent('motion', 'info', { text });
    if (eid !== undefined) await this.#send(connection, eid);
  }

  /** Sends the picture of an hour; one that could not be sent is tried again at the next step. */
  async #sendHourly(connection: Connection, hour: number): Promise<void> {
    if (await this.#send(connection)) this.#pictureHour = hour;
  }

  /** Returns false if the picture could not be sent. */
  async #send(connection: Connection, eid?: string): Promise<boolean> {
    this.#isSending = true;
    const isSent = await this.#options.takeTurn(() =>
      sendSnapshot(this.#createSnapshotOptions(connection), eid).then(
        () => true,
        () => false,
      ),
    );
    this.#isSending = false;
    return isSent;
  }

  #createSnapshotOptions({ ca, link }: Connection): SnapshotOptions {
    const { clock, name, seed } = this.#options;
    return {
      link,
      ca,
      clock,
      capture: () => renderJpeg(drawScene({ name, at: clock.now(), seed, condition: this.#condition }), SIZE),
    };
  }
}
