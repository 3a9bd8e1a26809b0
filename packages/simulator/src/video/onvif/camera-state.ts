import type { SceneCondition } from '../picture/index.ts';
import type { OnvifCameraOptions } from './camera-options.ts';

export interface CameraNetwork {
  readonly dhcp: boolean;
  readonly address: string;
  readonly prefixLength: number;
  readonly gateway: string;
}

export interface ImagingSettings {
  /** 0 to 100. */
  readonly brightness: number;
  readonly colorSaturation: number;
  readonly contrast: number;
  readonly sharpness: number;
  /** `ON`: the filter blocks infra-red light, as by day. */
  readonly irCutFilter: 'ON' | 'OFF' | 'AUTO';
}

const HOUR_MS = 3_600_000;

/** Settings of a camera that its services read and change. */
export class CameraState {
  readonly options: OnvifCameraOptions;
  network: CameraNetwork;
  imaging: ImagingSettings = {
    brightness: 50,
    colorSaturation: 50,
    contrast: 50,
    sharpness: 50,
    irCutFilter: 'AUTO',
  };
  /** Text of the overlay; empty for none. */
  osdText: string;
  /** Condition of the scene in front of the lens. */
  condition: SceneCondition = { kind: 'normal' };
  ntpServers: readonly string[] = ['192.0.2.123'];
  dateTimeType: 'Manual' | 'NTP' = 'NTP';
  daylightSavings = false;
  /** Time zone in the form of POSIX: `CET-1`. */
  timeZone: string;
  zoneHours: number;
  #offsetMs: number;

  constructor(options: OnvifCameraOptions) {
    const { clock, clockOffsetMs = 0, hostility, zoneHours = 0 } = options;
    this.options = options;
    this.osdText = options.name;
    this.network = { dhcp: false, address: options.host, prefixLength: 24, gateway: '192.0.2.1' };
    this.zoneHours = zoneHours;
    this.timeZone = formatPosixZone(zoneHours);
    this.#offsetMs = hostility?.epoch ? -clock.now() : clockOffsetMs;
  }

  /** Clock of the camera, ms since 1970; it may be wrong. */
  now(): number {
    return this.options.clock.now() + this.#offsetMs;
  }

  /** Sets the clock of the camera; undefined sets it to the right time, as NTP does. */
  setTime(now: number | undefined): void {
    this.#offsetMs = now === undefined ? 0 : now - this.options.clock.now();
  }

  /** Sets the time zone in the form of POSIX. Returns false if it is not understood; rules of summer time are ignored. */
  setTimeZone(zone: string): boolean {
    const match = /^(?:<[+-]?\w+>|[A-Za-z]+)([+-]?)(\d{1,2})(?::(\d\d))?/.exec(zone);
    if (!match || zone.length > 64) return false;
    const hours = Number(match[2]) + Number(match[3] ?? 0) / 60;
    if (hours > 14) return false;
    this.timeZone = zone;
    this.zoneHours = match[1] === '-' ? hours : -hours;
    return true;
  }

  /** Time of day in the camera's time zone, ms since 1970 as if it were UTC. */
  get localNow(): number {
    return this.now() + this.zoneHours * HOUR_MS;
  }
}

/** POSIX counts hours to the west. */
function formatPosixZone(hours: number): string {
  if (hours === 0) return 'UTC0';
  const whole = Math.trunc(Math.abs(hours));
  const minutes = Math.round((Math.abs(hours) - whole) * 60);
  const [name, sign] = hours > 0 ? ['+', '-'] : ['-', ''];
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `<${name}${String(whole).padStart(2, '0')}>${sign}${whole}${rest}`;
}
