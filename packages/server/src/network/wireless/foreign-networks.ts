import type { ForeignNetwork } from '@northlight/contract';
import type { RadioStat, ScannedNetwork } from '@northlight/contract/device-protocol';
import { DAY_MS } from '@northlight/runtime';

/** A network as a device received it. */
export interface ReceivedNetwork extends ScannedNetwork {
  /** Time of the scan (ms). */
  readonly at: number;
}

/** A device with radios, and the networks that it received in its last scans of all channels. */
export interface ReceivingDevice {
  readonly id: string;
  readonly name: string;
  readonly radios: readonly Pick<RadioStat, 'bssids' | 'ssids'>[];
  readonly networks: readonly ReceivedNetwork[];
}

/** Age at which a scan is no longer used: the device has been offline, or its radios are off. */
const SCAN_MAX_AGE_MS = DAY_MS;

/**
 * Lists the received networks that no device of the project broadcasts, strongest signal first. Each network
 * has the channel and security of the latest scan that found it.
 */
export function listForeignNetworks(devices: readonly ReceivingDevice[], now: number): ForeignNetwork[] {
  const radios = devices.flatMap((device) => device.radios);
  const ownBssids = new Set(radios.flatMap(({ bssids = [] }) => bssids.map((each) => each.toLowerCase())));
  const ownSsids = new Set(radios.flatMap(({ ssids }) => ssids));
  const received = devices
    .flatMap(({ id, name, networks }) =>
      networks.map(({ at, ...network }) => ({
        network: { ...network, bssid: network.bssid.toLowerCase() },
        scannedAt: at,
        receiver: { deviceId: id, deviceName: name, signalDbm: network.signalDbm },
      })),
    )
    .filter(({ network, scannedAt }) => now - scannedAt <= SCAN_MAX_AGE_MS && !ownBssids.has(network.bssid));
  return [...Map.groupBy(received, ({ network }) => network.bssid).values()]
    .flatMap((found) => {
      const latest = found.reduce((a, b) => (b.scannedAt > a.scannedAt ? b : a));
      const receivers = found
        .map(({ receiver }) => receiver)
        .sort((a, b) => b.signalDbm - a.signalDbm || a.deviceName.localeCompare(b.deviceName));
      const [best] = receivers;
      if (!best) return [];
      return [
        {
          ...latest.network,
          signalDbm: best.signalDbm,
          usesOwnSsid: latest.network.ssid !== '' && ownSsids.has(latest.network.ssid),
          receivers,
          seenAt: new Date(latest.scannedAt).toISOString(),
        },
      ];
    })
    .sort((a, b) => b.signalDbm - a.signalDbm || a.bssid.localeCompare(b.bssid));
}
