import type { DeviceDetail } from '@northlight/contract';
import { formatDbm } from '../../kit/format/index.ts';

type Radio = DeviceDetail['radios'][number];

/** Returns the reported use of the air by a working radio and its noise and retries, in lines; none that it does not report. */
export function describeAir(
  radio: Pick<Radio, 'busyPercent' | 'noiseDbm' | 'retryPercent' | 'rxPercent' | 'txPercent' | 'up'>,
): string[] {
  if (radio.up !== true) return [];
  const { noiseDbm, retryPercent } = radio;
  const quality = [
    ...(noiseDbm === undefined ? [] : [`noise ${formatDbm(noiseDbm)}`]),
    ...(retryPercent === undefined ? [] : [`retries ${Math.round(retryPercent)}%`]),
  ];
  return [describeAirtime(radio), capitalize(quality.join(', '))].filter((line) => line !== '');
}

/** Returns the share in which the channel was busy, with its parts if both of the radio's own are known. */
function describeAirtime({
  busyPercent,
  rxPercent,
  txPercent,
}: Pick<Radio, 'busyPercent' | 'rxPercent' | 'txPercent'>): string {
  const own = [
    ...(txPercent === undefined ? [] : [`${Math.round(txPercent)}% sent`]),
    ...(rxPercent === undefined ? [] : [`${Math.round(rxPercent)}% received`]),
  ];
  if (busyPercent === undefined) return own.length === 0 ? '' : `Airtime ${own.join(', ')}`;
  const busy = `Channel ${Math.round(busyPercent)}% busy`;
  if (txPercent === undefined || rxPercent === undefined) return [busy, ...own].join(', ');
  // Rounds the parts before the subtraction, so that they add up to the sum on screen.
  const others = Math.round(busyPercent) - Math.round(txPercent) - Math.round(rxPercent);
  return `${busy}: ${[...own, `${Math.max(0, others)}% others`].join(', ')}`;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
