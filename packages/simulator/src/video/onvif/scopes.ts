import type { OnvifCameraOptions } from './camera-options.ts';

export interface Scope {
  readonly fixed: boolean;
  /** Address of the form `onvif://www.onvif.org/…`. */
  readonly item: string;
}

/** Returns the scopes of a camera, as discovery and the device service publish them. */
export function createScopes({
  mac,
  model,
  name,
  records,
}: Pick<OnvifCameraOptions, 'mac' | 'model' | 'name' | 'records'>): Scope[] {
  const fixed = [
    'Profile/Streaming',
    'Profile/T',
    ...(records ? ['Profile/G'] : []),
    'type/video_encoder',
    `hardware/${encodeURIComponent(model)}`,
    `MAC/${mac.toLowerCase()}`,
  ];
  return [
    ...fixed.map((path) => ({ fixed: true, item: `onvif://www.onvif.org/${path}` })),
    { fixed: false, item: `onvif://www.onvif.org/name/${encodeURIComponent(name)}` },
    { fixed: false, item: 'onvif://www.onvif.org/location/' },
  ];
}
