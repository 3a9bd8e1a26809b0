import type { EventMessage } from '../device-protocol/messages.ts';

type EventData = EventMessage['data'];

const BANDS: Readonly<Record<string, string>> = {
  '2.4G': '2.4 GHz',
  '5G': '5 GHz',
  '5G-1': '5 GHz (1)',
  '5G-2': '5 GHz (2)',
  '6G': '6 GHz',
};

/** Describes a channel change: `Channel changed from 36 to 44 on 5 GHz`. */
function describeChannelChange({ band, channel, from, to = channel }: EventData): string {
  const parts = ['Channel changed'];
  if (from !== undefined) parts.push(`from ${from}`);
  if (to !== undefined) parts.push(`to ${to}`);
  if (band !== undefined) parts.push(`on ${BANDS[String(band)] ?? band}`);
  return parts.join(' ');
}

/** Describes an event of an unknown type: `Link up: port lan1`. */
function describeOther(type: string, data: EventData): string {
  const name = type.replaceAll(/[-_]+/g, ' ').trim();
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const details = Object.entries(data).map(([key, value]) => `${key.replaceAll(/[-_]+/g, ' ')} ${value}`);
  return details.length > 0 ? `${title}: ${details.join(', ')}` : title;
}

/** Returns the text of a device's event: its own text, otherwise a description of its type and data. */
export function describeEvent({ data, type }: Pick<EventMessage, 'data' | 'type'>): string {
  const { text, ...rest } = data;
  if (typeof text === 'string') return text;
  return type === 'channel-changed' ? describeChannelChange(rest) : describeOther(type, rest);
}
