import { expect, test } from 'vitest';
import { listSeparatedDevices } from './interrupted-clients.ts';

const link = (from: string, to: string) => {
  const [[a = '', portA = ''], [b = '', portB = '']] = [from.split(' '), to.split(' ')];
  return { from: { device: a, port: portA }, to: { device: b, port: portB } };
};
const port = (text: string) => {
  const [device = '', id = ''] = text.split(' ');
  return { device, port: id };
};
const TREE = [
  link('gateway lan1', 'core p1'),
  link('core p2', 'floor p9'),
  link('floor p1', 'ap eth'),
  link('core p3', 'office p9'),
];
const RING = [...TREE, link('office p2', 'floor p2')];

test.each([
  ['the devices behind a port', TREE, { devices: [], ports: [port('core p2')] }, ['floor', 'ap']],
  ['the device itself behind its uplink', TREE, { devices: [], ports: [port('floor p9')] }, ['floor', 'ap']],
  ['nothing behind a port without a device', TREE, { devices: [], ports: [port('floor p5')] }, []],
  ['nothing that a second cable connects', RING, { devices: [], ports: [port('core p2')] }, []],
  [
    'the devices behind two changed ports of a ring',
    RING,
    { devices: [], ports: [port('core p2'), port('office p2')] },
    ['floor', 'ap'],
  ],
  ['the devices behind a restarting device', TREE, { devices: ['floor'], ports: [] }, ['floor', 'ap']],
])('lists %s', (_title, links, interruption, expected) => {
  expect(listSeparatedDevices(links, 'gateway', interruption)).toEqual(expected);
});

test('lists nothing without a gateway', () => {
  expect(listSeparatedDevices(TREE, undefined, { devices: [], ports: [port('core p2')] })).toEqual([]);
});
