/** `npm run dev`: runs everything in one process, with the demo and a dozen unclaimed devices. */
import { once } from 'node:events';
import { formatLabel } from '@northlight/contract';
import { startDevEnv } from '../index.ts';

const WAITING_DEVICES = 12;
const number = (text: string | undefined, fallback: number): number => (text ? Number(text) : fallback);

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
{
  await using env = await startDevEnv({
    demo: true,
    port: number(process.env['NORTHLIGHT_PORT'], 8080),
    mqttPort: number(process.env['NORTHLIGHT_MQTT_PORT'], 1883),
    mqttsPort: number(process.env['NORTHLIGHT_MQTTS_PORT'], 8883),
    deviceHttpsPort: number(process.env['NORTHLIGHT_DEVICE_HTTPS_PORT'], 8443),
    ucentralPort: number(process.env['NORTHLIGHT_UCENTRAL_PORT'], 15_002),
  });
  const { base } = await env.fleetOf(WAITING_DEVICES);
  console.log(`Northlight is ready: ${env.address}`);
  console.log('Devices that wait to be claimed (serial number, claim code, model, code of the label):');
  for (const device of base)
    console.log(`  ${device.sn}  ${device.claimCode}  ${device.model}  ${formatLabel(device)}`);
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
}
