import { expect, test } from 'vitest';
import { parseStations } from './stations.ts';

test('lists authorized clients only', () => {
  const text = `02:00:00:00:01:00
flags=[AUTH][ASSOC][AUTHORIZED][SHORT_PREAMBLE][WMM][HT]
aid=1
rx_bytes=845
tx_bytes=524
signal=-30
rx_rate_info=130 mcs 1
tx_rate_info=10
connected_time=17
02:00:00:00:02:00
flags=[AUTH][ASSOC]
signal=-40
02:00:00:00:03:00
flags=[AUTH][ASSOC][AUTHORIZED]
signal=0
`;
  expect(parseStations(text)).toEqual([
    {
      mac: '02:00:00:00:01:00',
      signalDbm: -30,
      receivedBytes: 845,
      sentBytes: 524,
      receiveKbps: 13_000,
      sendKbps: 1_000,
      connectedSeconds: 17,
    },
    expect.objectContaining({ mac: '02:00:00:00:03:00', signalDbm: undefined }),
  ]);
  expect(parseStations('')).toEqual([]);
  expect(parseStations('FAIL\n')).toEqual([]);
});
