import { createHash } from 'node:crypto';

/** Returns the UUID of a camera, which depends on its MAC address only and ends with it. */
export function createDeviceUuid(mac: string): string {
  const digits = mac.replaceAll(':', '').toLowerCase();
  const hash = createHash('sha1').update(`onvif camera ${digits}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${digits}`;
}
