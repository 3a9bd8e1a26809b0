import type { OnvifCameraOptions } from './camera-options.ts';

export const PATHS = {
  device: '/onvif/device_service',
  media: '/onvif/media_service',
  media2: '/onvif/media2_service',
  events: '/onvif/event_service',
  subscription: '/onvif/subscription/',
  imaging: '/onvif/imaging_service',
  recording: '/onvif/recording_service',
  search: '/onvif/search_service',
  replay: '/onvif/replay_service',
  snapshot: '/onvif/snapshot',
} as const;

/** Addresses inside of the answers of a camera that listens on a port. */
export class Addresses {
  readonly #origin: string;
  readonly #rtspOrigin: string;

  constructor({ host, hostility, rtspPort = 554 }: OnvifCameraOptions, port: number) {
    this.#origin = hostility?.origin ?? `http://${host}:${port}`;
    this.#rtspOrigin = `rtsp://${new URL(this.#origin).hostname}:${rtspPort}`;
  }

  http(path: string): string {
    return `${this.#origin}${path}`;
  }

  snapshot(profile: string): string {
    return `${this.#origin}${PATHS.snapshot}?profile=${encodeURIComponent(profile)}`;
  }

  stream(path: string): string {
    return `${this.#rtspOrigin}${path}`;
  }
}
