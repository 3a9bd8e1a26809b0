import { describe, expect, it, test } from 'vitest';
import { computeRetryPercent, parseStationDump } from './station-dump.ts';

const TEXT = `Station 02:00:00:00:03:00 (on nlmesh0)
	inactive time:	560 ms
	tx packets:	80
	tx retries:	20
	signal:  	-57 [-60, -61] dBm
	signal avg:	-58 dBm
	tx bitrate:	173.3 MBit/s VHT-MCS 8 VHT-NSS 2
	rx bitrate:	156.0 MBit/s VHT-MCS 7 VHT-NSS 2
	mesh plink:	ESTAB
	authorized:	yes
Station 02:00:00:00:04:00 (on nlmesh0)
	signal:  	-71 dBm
	mesh plink:	LISTEN
	authorized:	no
Station not-an-address (on nlmesh0)
`;

test('parses peers with their chains, rates and counters', () => {
  expect(parseStationDump(TEXT)).toEqual([
    {
      mac: '02:00:00:00:03:00',
      isConnected: true,
      signalDbm: -57,
      chainsDbm: [-60, -61],
      rxRateMbps: 156,
      txRateMbps: 173.3,
      sentFrames: 80,
      retries: 20,
    },
    {
      mac: '02:00:00:00:04:00',
      isConnected: false,
      signalDbm: -71,
      chainsDbm: [],
      rxRateMbps: undefined,
      txRateMbps: undefined,
      sentFrames: 0,
      retries: 0,
    },
  ]);
  expect(parseStationDump('')).toEqual([]);
});

test('treats a client of a base, which has no mesh connection, as connected when it is authorized', () => {
  const text = 'Station 02:00:00:00:03:00 (on nlb0)\n\tauthorized:\tyes\n';
  expect(parseStationDump(text)).toMatchObject([{ isConnected: true, signalDbm: undefined }]);
});

describe('the share of repeated frames', () => {
  it.each([
    ['since the earlier reading', { sentFrames: 190, retries: 30 }, { sentFrames: 100, retries: 20 }, 10],
    ['since the connection without an earlier reading', { sentFrames: 90, retries: 10 }, undefined, 10],
    [
      'since the connection after a new one',
      { sentFrames: 90, retries: 10 },
      { sentFrames: 100, retries: 99 },
      10,
    ],
    ['as 0 without frames', { sentFrames: 100, retries: 20 }, { sentFrames: 100, retries: 20 }, 0],
  ])('is counted %s', (_title, now, before, percent) => {
    expect(computeRetryPercent(now, before)).toBe(percent);
  });
});
