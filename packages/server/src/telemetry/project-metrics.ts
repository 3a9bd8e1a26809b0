import { getDeviceState, STALE_AFTER_MS } from '@northlight/contract';
import { portStat, radioStat } from '@northlight/contract/device-protocol';
import { Counter, Gauge, Registry } from 'prom-client';
import { countUnresolvedAlarms } from '../alarms/index.ts';
import { countClientsByNetwork } from '../clients/index.ts';
import type { Db } from '../platform/db/database.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

export const METRICS_MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const DEVICE = ['device', 'name', 'kind'] as const;
const PORT = ['device', 'name', 'port'] as const;
const RADIO = ['device', 'name', 'radio'] as const;

/** Returns the present figures of a project in Prometheus's text format. Stale figures are left out. */
export async function formatProjectMetrics(db: Db, projectId: number, now: number): Promise<string> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name: `northlight_${name}`, help, labelNames, registers: [registry] });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `northlight_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('device_up', 'Whether the device is online.', DEVICE);
  const figures = {
    cpu: gauge('device_cpu_percent', 'Processor load.', DEVICE),
    mem: gauge('device_memory_percent', 'Memory in use.', DEVICE),
    uptime_seconds: gauge('device_uptime_seconds', 'Time since its last start.', DEVICE),
    clients: gauge('device_clients', 'Clients at the device.', DEVICE),
  };
  const age = gauge('device_report_age_seconds', 'Age of the last report.', DEVICE);
  const ports = {
    up: gauge('port_up', 'Whether the port has a link.', PORT),
    speedMbps: gauge('port_speed_mbps', 'Speed of the link.', PORT),
    poeWatts: gauge('port_poe_watts', 'Power supplied by the port.', PORT),
  };
  // The values restart at zero with the device, as Prometheus allows for a counter.
  const portBytes = {
    rxBytes: counter('port_receive_bytes_total', 'Bytes received since the start of the device.', PORT),
    txBytes: counter('port_transmit_bytes_total', 'Bytes sent since the start of the device.', PORT),
  };
  const radios = {
    clients: gauge('radio_clients', 'Clients on the radio.', RADIO),
    channel: gauge('radio_channel', 'Channel of the radio.', RADIO),
    powerDbm: gauge('radio_power_dbm', 'Power of the radio.', RADIO),
    busyPercent: gauge('radio_busy_percent', 'Time in which the channel was busy.', RADIO),
    txPercent: gauge('radio_sent_percent', 'Time in which the radio itself sent.', RADIO),
    rxPercent: gauge('radio_received_percent', 'Time in which the radio received its networks.', RADIO),
    noiseDbm: gauge('radio_noise_dbm', 'Noise on the channel.', RADIO),
    retryPercent: gauge('radio_retry_percent', 'Frames that were sent again.', RADIO),
  };
  const clients = gauge('clients', 'Clients online.', ['band', 'ssid']);
  const alarms = gauge('alarms_open', 'Alarms that are not resolved.', ['severity']);

  for (const device of await readDevices(db, projectId)) {
    const labels = { device: device.id, name: device.name, kind: device.kind };
    up.set(labels, getDeviceState(device.state).countsOnline ? 1 : 0);
    if (!device.reported_at) continue;
    age.set(labels, Math.max(0, (now - device.reported_at.getTime()) / 1000));
    if (now - device.reported_at.getTime() > STALE_AFTER_MS) continue;
    for (const [column, figure] of Object.entries(figures)) {
      const value = device[column as keyof typeof figures];
      if (value !== null) figure.set(labels, value);
    }
    const own = { device: device.id, name: device.name };
    for (const port of device.ports ?? []) {
      const { data } = portStat.safeParse(port);
      if (!data) continue;
      for (const [name, figure] of Object.entries(ports)) {
        const value = data[name as keyof typeof ports];
        if (value !== undefined) figure.set({ ...own, port: data.id }, Number(value));
      }
      for (const [name, figure] of Object.entries(portBytes)) {
        const value = data[name as keyof typeof portBytes];
        if (value !== undefined) figure.inc({ ...own, port: data.id }, value);
      }
    }
    for (const radio of device.radios ?? []) {
      const { data } = radioStat.safeParse(radio);
      if (!data) continue;
      for (const [name, figure] of Object.entries(radios)) {
        const value = data[name as keyof typeof radios];
        if (value !== undefined) figure.set({ ...own, radio: data.id }, value);
      }
    }
  }
  for (const { band, count, ssid } of await countClientsByNetwork(db, projectId))
    clients.set({ band: band ?? 'wired', ssid: ssid ?? '' }, count);
  for (const severity of ['critical', 'warning', 'info'] as const) alarms.set({ severity }, 0);
  for (const { count, severity } of await countUnresolvedAlarms(db, projectId))
    alarms.set({ severity }, count);
  return registry.metrics();
}

function readDevices(db: Db, projectId: number) {
  return db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.name', 'devices.kind', 'devices.state', 'device_state.reported_at'])
    .select(['device_state.cpu', 'device_state.mem', 'device_state.uptime_seconds', 'device_state.clients'])
    .select(['device_state.ports', 'device_state.radios'])
    .where('devices.project_id', '=', projectId)
    .where('devices.waiting', '=', false)
    .orderBy(toNaturalOrder('devices.name_key'))
    .execute();
}
