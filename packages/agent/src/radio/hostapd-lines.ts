import { encodeInteger, EncodingRefused } from '../system/encode.ts';
import type { ChosenChannel } from './channels.ts';

const MAX_SSID_BYTES = 32;

/** Encodes an SSID in hexadecimal, which hostapd accepts for any bytes. */
export function encodeSsid(ssid: string, path: string): string {
  const bytes = Buffer.from(ssid, 'utf8');
  if (bytes.length < 1 || bytes.length > MAX_SSID_BYTES || bytes.toString('utf8') !== ssid)
    throw new EncodingRefused(path, `1 to ${MAX_SSID_BYTES} bytes of UTF-8`);
  return bytes.toString('hex');
}

/** Returns the lines of the hostapd file for a radio's channel, which are the same for all its SSIDs. */
export function formatChannelLines(
  { centre, channel, second, widthMhz }: ChosenChannel,
  { country, vht }: { readonly country: string | undefined; readonly vht: boolean },
): string[] {
  const high = channel > 14;
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    throw new EncodingRefused('wireless.country', 'the two letters of a country');
  return [
    ...(country === undefined ? [] : [`country_code=${country}`, 'ieee80211d=1']),
    ...(country !== undefined && high ? ['ieee80211h=1'] : []),
    `hw_mode=${high ? 'a' : 'g'}`,
    `channel=${encodeInteger(channel, 1, 233, 'wireless.radios')}`,
    'ieee80211n=1',
    ...(second === undefined ? [] : [`ht_capab=[HT40${second === 1 ? '+' : '-'}]`]),
    ...(high && vht
      ? ['ieee80211ac=1', `vht_oper_chwidth=${widthMhz === 160 ? 2 : widthMhz === 80 ? 1 : 0}`]
      : []),
    ...(centre === undefined
      ? []
      : [`vht_oper_centr_freq_seg0_idx=${encodeInteger(centre, 1, 233, 'wireless.radios')}`]),
  ];
}
