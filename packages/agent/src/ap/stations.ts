import { parseMac } from '@northlight/contract/net';

/** A client of an SSID, as reported by hostapd. */
export interface Station {
  readonly mac: string;
  readonly signalDbm: number | undefined;
  /** Bytes that the access point has received from the client. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly receiveKbps: number | undefined;
  readonly sendKbps: number | undefined;
  readonly connectedSeconds: number;
}

/** Parses the output of `hostapd_cli all_sta`; returns only authorized clients. */
export function parseStations(text: string): Station[] {
  return text.split(/^(?=(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$)/im).flatMap((part): Station[] => {
    const [first = '', ...lines] = part.split('\n');
    const mac = parseMac(first);
    const fields = new Map(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    if (mac === undefined || !fields.get('flags')?.includes('[AUTHORIZED]')) return [];
    const count = (name: string): number => Math.max(0, Number.parseInt(fields.get(name) ?? '0', 10) || 0);
    // hostapd writes a rate in units of 100 kbit/s, followed by the modulation.
    const rate = (name: string): number | undefined => count(name) * 100 || undefined;
    const signal = Number.parseInt(fields.get('signal') ?? '', 10);
    return [
      {
        mac,
        signalDbm: Number.isFinite(signal) && signal < 0 ? signal : undefined,
        receivedBytes: count('rx_bytes'),
        sentBytes: count('tx_bytes'),
        receiveKbps: rate('rx_rate_info'),
        sendKbps: rate('tx_rate_info'),
        connectedSeconds: count('connected_time'),
      },
    ];
  });
}
