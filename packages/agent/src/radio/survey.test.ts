import { expect, test } from 'vitest';
import { parseSurvey } from './survey.ts';

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
