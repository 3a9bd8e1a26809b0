import type { OnlineClient } from '@northlight/contract';
import type { ClientRow } from './store.ts';

export function presentClient(row: ClientRow): OnlineClient {
  const reportedName = row.given_name !== null && row.name !== '' ? row.name : undefined;
  return {
    mac: row.mac,
    name: row.given_name ?? (row.name || row.mac),
    reportedName,
    ip: row.ip ?? undefined,
    vlan: row.vlan ?? undefined,
    ssid: row.ssid ?? undefined,
    band: row.band ?? undefined,
    port: row.port ?? undefined,
    device: { id: row.device_id, name: row.device_name },
    signalDbm: row.signal_dbm ?? undefined,
    rxBytes: row.rx_bytes ?? undefined,
    txBytes: row.tx_bytes ?? undefined,
    rxRateKbps: row.rx_rate_kbps ?? undefined,
    txRateKbps: row.tx_rate_kbps ?? undefined,
    online: row.online,
    connectedAt: row.connected_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  };
}
