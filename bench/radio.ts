/**
 * Rate of an access point with simulated radios in a virtual machine (root, Debian): measured with iperf3, alone on the
 * machine.
 */
import { findHighestKbps } from '../packages/lab/src/testing/measure.ts';
import { AccessPointSite, createConfiguration, createWlan, KEY } from '../tests/vm/access-point-site.ts';
import { VLAN_20 } from '../tests/vm/device.ts';
import { pollUntil } from '../tests/vm/poll-until.ts';
import { explainMissingForMachine } from '../tests/vm/requirements.ts';
import { prepareSoftware } from '../tests/vm/software.ts';
import { createPskNetwork } from '../tests/vm/station.ts';
import type { Figure } from './figure.ts';

const UP_KBPS = 2_000;
/** Largest difference of the measured rate from its limit; the clock of an emulated machine is uneven. */
const TOLERANCE = 0.3;
const GUESTS = createWlan('Guests', { vlanId: VLAN_20.id, upKbps: UP_KBPS });

/** Measures the upload rate of a guest with a limit. */
export async function measureRadio(): Promise<Figure[]> {
  const missing = explainMissingForMachine();
  if (missing !== undefined) throw new Error(missing);
  await using software = await prepareSoftware();
  await using site = await AccessPointSite.create(software);
  await pollUntil(() => {
    if (site.device.cloud.received('birth').length === 0) throw new Error('The access point is not online.');
  }, 60);
  const { issues, status } = await site.device.configure(createConfiguration([GUESTS]));
  if (status !== 'applied') throw new Error(`The configuration is ${status}: ${JSON.stringify(issues)}`);
  await site.station(1).join(createPskNetwork(GUESTS.ssid, KEY));
  await site.station(1).requestLease();
  const kbps = await findHighestKbps(UP_KBPS, () => measureUpload(site));
  return [
    {
      id: 'radio',
      text: `upload of a guest: ${kbps} of ${UP_KBPS} kbit/s`,
      goal: `±${TOLERANCE * 100}%`,
      reached: Math.abs(kbps - UP_KBPS) <= TOLERANCE * UP_KBPS,
    },
  ];
}

/** Returns the received rate (kbit/s) of a UDP stream of three times the limit. */
async function measureUpload(site: AccessPointSite): Promise<number> {
  const server = await site.router.start('iperf3', '--server', '--one-off');
  await pollUntil(async () => {
    const listening = await site.router.run('ss', '-ltnH', 'sport = :5201');
    if (!listening.includes(':5201')) throw new Error('iperf3 is not listening.');
  });
  const stream = ['--udp', '--bitrate', `${3 * UP_KBPS}k`, '--length', '1200'];
  // The start is left out, because a full bucket allows an initial burst.
  const time = ['--time', '5', '--omit', '1', '--json'];
  const text = await site.station(1).host.run('iperf3', '--client', VLAN_20.router, ...stream, ...time);
  await server.end();
  const { end } = JSON.parse(text) as { end: { sum_received: { bits_per_second: number } } };
  return Math.round(end.sum_received.bits_per_second / 1000);
}
