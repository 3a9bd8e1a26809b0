import type { ScannedNetwork } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { surveyChannels } from './channel-survey.ts';

const createNetwork = (
  end: number,
  channel: number,
  signalDbm: number,
  ssid = 'foreign',
): ScannedNetwork => ({
  bssid: `02:00:00:00:00:0${end}`,
  ssid,
  band: '5G',
  channel,
  signalDbm,
  security: 'WPA2-PSK',
});

const CHANNELS = [100, 104, 108, 112];
const HOUSE = {
  deviceId: 'house',
  networks: [createNetwork(1, 100, -50), createNetwork(2, 108, -80), createNetwork(3, 112, -40, 'Barn link')],
};
const BARN = { deviceId: 'barn', networks: [createNetwork(2, 108, -70), createNetwork(4, 104, -75)] };

test('lists channels by the loudest foreign network at any end, without the network of the link', () => {
  const surveyed = surveyChannels([HOUSE, BARN], CHANNELS, 20, 'Barn link');
  expect(
    surveyed.map(({ channel, networks, strongestDbm }) => [
      channel,
      networks,
      Object.fromEntries(strongestDbm),
    ]),
  ).toEqual([
    [112, 0, {}],
    [104, 1, { barn: -75 }],
    [108, 1, { house: -80, barn: -70 }],
    [100, 1, { house: -50 }],
  ]);
});

test('counts the networks of all channels that a wide channel contains', () => {
  const surveyed = surveyChannels([HOUSE, BARN], CHANNELS, 40, 'Barn link');
  expect(surveyed.map(({ channel, networks }) => [channel, networks])).toEqual([
    [108, 1],
    [112, 1],
    [100, 2],
    [104, 2],
  ]);
});

test('leaves out channels that do not have the width', () =>
  expect(surveyChannels([HOUSE], [144, 165], 80, 'Barn link').map(({ channel }) => channel)).toEqual([144]));
