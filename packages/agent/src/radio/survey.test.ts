import { describe, expect, it, test } from 'vitest';
import { computeAirtimeShares, parseSurvey } from './survey.ts';

/** mt76 with a counter of the radio's own networks; the other channels were visited by scans. */
const MT76 = `Survey data from wlan0
	frequency:			2412 MHz [in use]
	noise:				-90 dBm
	channel active time:		3632796925 ms
	channel busy time:		878259766 ms
	channel receive time:		440957725 ms
	channel BSS receive time:	173056055 ms
	channel transmit time:		340995043 ms
Survey data from wlan0
	frequency:			2417 MHz
	noise:				-92 dBm
	channel active time:		72 ms
	channel busy time:		20 ms
	channel receive time:		10 ms
	channel transmit time:		0 ms
`;
/** OpenWrt's iw on a driver that does not count its own networks. */
const NO_OWN_COUNTER = `Survey data from phy0-ap0
	frequency:			2412 MHz [in use]
	noise:				-87 dBm
	channel active time:		79249139 ms
	channel busy time:		42716927 ms
	channel receive time:		37057520 ms
	channel BSS receive time:	0 ms
	channel transmit time:		595839 ms
`;
/** ath10k, which counts neither received nor sent frames, and whose noise of unvisited channels is missing. */
const ATH10K = `Survey data from wlan1
	frequency:			5180 MHz [in use]
	noise:				-103 dBm
	channel active time:		120450 ms
	channel busy time:		6022 ms
	extension channel busy time:	0 ms
Survey data from wlan1
	frequency:			5200 MHz
`;
/** mac80211_hwsim without a scan. */
const HWSIM = `Survey data from wlan0
	frequency:			2437 MHz
	noise:				-92 dBm
`;

test('parses the counters of several drivers', () => {
  expect(parseSurvey(MT76)).toEqual([
    {
      mhz: 2412,
      isInUse: true,
      noiseDbm: -90,
      activeMs: 3_632_796_925,
      busyMs: 878_259_766,
      sentMs: 340_995_043,
      ownReceivedMs: 173_056_055,
    },
    expect.objectContaining({
      mhz: 2417,
      isInUse: false,
      activeMs: 72,
      busyMs: 20,
      ownReceivedMs: undefined,
    }),
  ]);
  expect(parseSurvey(NO_OWN_COUNTER)).toMatchObject([{ isInUse: true, ownReceivedMs: undefined }]);
  expect(parseSurvey(ATH10K)).toMatchObject([
    { mhz: 5180, isInUse: true, noiseDbm: -103, busyMs: 6022, sentMs: undefined },
    { mhz: 5200, isInUse: false, noiseDbm: undefined, activeMs: undefined },
  ]);
  expect(parseSurvey(HWSIM)).toMatchObject([
    { mhz: 2437, isInUse: false, noiseDbm: -92, activeMs: undefined },
  ]);
  expect(parseSurvey('')).toEqual([]);
  expect(parseSurvey('command failed: Operation not supported (-95)\n')).toEqual([]);
  expect(parseSurvey('Survey data from wlan0\n\tfrequency:\t5955.0 MHz\n\tnoise:\t0 dBm\n')).toMatchObject([
    { mhz: 5955, noiseDbm: undefined },
  ]);
});

describe('the shares of airtime', () => {
  const reading = (activeMs: number, busyMs?: number, sentMs?: number, ownReceivedMs?: number) => ({
    mhz: 2412,
    isInUse: true,
    noiseDbm: -95,
    activeMs,
    busyMs,
    sentMs,
    ownReceivedMs,
  });
  it.each([
    [
      'are those between two readings',
      reading(70_000, 30_000, 9_000, 5_500),
      reading(10_000, 6_000, 3_000, 1_000),
      { busyPercent: 40, txPercent: 10, rxPercent: 7.5 },
    ],
    ['have one decimal', reading(60_000, 7_777), reading(0, 0), { busyPercent: 13 }],
    ['are unknown without an earlier reading', reading(60_000, 30_000), undefined, {}],
    ['are unknown after a restart of the driver', reading(900, 300), reading(60_000, 200), {}],
    ['are unknown while the channel is not active', reading(60_000, 300), reading(60_000, 200), {}],
    [
      'leave out a single counter that has fallen',
      reading(60_000, 6_000, 100),
      reading(0, 0, 200),
      { busyPercent: 10 },
    ],
    [
      'leave out a counter above the active time',
      reading(1_000, 2_000, 10),
      reading(0, 0, 0),
      { txPercent: 1 },
    ],
    ['are at most 100 %', reading(1_000, 1_004), reading(0, 0), { busyPercent: 100 }],
  ])('%s', (_title, now, before, shares) => {
    expect(computeAirtimeShares(now, before)).toEqual(shares);
  });
});
