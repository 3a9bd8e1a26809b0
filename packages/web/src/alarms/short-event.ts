import type { Alarm } from '@northlight/contract';

/** Returns the sentence of an alarm without the device's name at its beginning, for a row that names the device. */
export function shortenEvent({ device, event }: Pick<Alarm, 'device' | 'event'>): string {
  if (!device || device.name === '' || !event.startsWith(device.name)) return event;
  const [, rest] = /^(?::\s*|\s+(?:is\s+)?)(\S.*)$/su.exec(event.slice(device.name.length)) ?? [];
  return rest === undefined ? event : rest.charAt(0).toUpperCase() + rest.slice(1);
}
