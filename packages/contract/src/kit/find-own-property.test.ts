import { expect, test } from 'vitest';
import { findClientMetric, findDeviceMetric, findProjectMetric } from '../telemetry/metrics.ts';
import { findOwnProperty } from './find-own-property.ts';

const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

test.each(INHERITED)('finds no value for the inherited name %s', (text) => {
  expect(findOwnProperty({ cpu: 'CPU' }, text)).toBeUndefined();
  expect(findOwnProperty({ cpu: 'CPU' }, 'cpu')).toBe('CPU');
  const part = (kind: string) => findDeviceMetric(`${kind}/lan1/${text}`);
  for (const find of [findDeviceMetric, findProjectMetric, findClientMetric])
    expect(find(text)).toBeUndefined();
  expect([part('port'), part('radio')]).toEqual([undefined, undefined]);
});
