import { expect, test } from 'vitest';
import { describeEvent } from './describe-event.ts';

test.each([
  ['channel-changed', { band: '2.4G', channel: 6 }, 'Channel changed to 6 on 2.4 GHz'],
  ['channel-changed', { from: 36, to: 44 }, 'Channel changed from 36 to 44'],
  ['channel-changed', { band: '5G-2', from: 36, to: 44 }, 'Channel changed from 36 to 44 on 5 GHz (2)'],
  ['channel-changed', {}, 'Channel changed'],
  ['port-up', { port: 'lan1', text: 'LAN1 is up.' }, 'LAN1 is up.'],
  ['link-up', { port: 'lan1', speed_mbps: 1000 }, 'Link up: port lan1, speed mbps 1000'],
  ['radar', {}, 'Radar'],
])('describes %s with %o as %s', (type, data, text) => {
  expect(describeEvent({ type, data })).toBe(text);
});
