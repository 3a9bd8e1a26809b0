import { describe, expect, it, test } from 'vitest';
import { RadioAirMeter } from './radio-air.ts';
import { readRadios } from './radio-state.ts';

const RADIOS = [
  { id: 'radio0', band: '2.4G' as const, maxPowerDbm: 20 },
  { id: 'radio1', band: '5G' as const, maxPowerDbm: 20 },
];
const MINUTE = 60_000;

/** A state in which only the radio of 5 GHz is up. */
const buildState = (radio: object, associations: object[] = []) => ({
  radios: [{ band: ['5G'], channel: 36, channel_width: 80, ...radio }],
  interfaces: [{ ssids: [{ ssid: 'Hall', band: '5G', associations }] }],
});
/** The survey of the channel, and of the other 20 MHz that a client lists for the width. */
const buildSurvey = (time: number, busy: number, time_tx: number) => ({
  survey: [
    { frequency: 5210, noise: -80, time: 1, busy: 1 },
    { frequency: 5180, noise: -101, time, busy, time_rx: busy, time_tx },
    { frequency: 5180, noise: -101, time, busy, time_rx: busy, time_tx },
  ],
});

/** Measures the radio of 5 GHz in states that follow each other by a minute, or at the given times. */
function measureEach(
  states: readonly object[],
  times: readonly number[] = states.map((_, index) => index * MINUTE),
) {
  const meter = new RadioAirMeter();
  return states.map((state, index) => {
    const radios = meter.measure(state, readRadios(state, RADIOS), RADIOS, times[index] ?? 0);
    const { busyPercent, noiseDbm, retryPercent, rxPercent, txPercent } = radios[1] ?? {};
    return { busyPercent, noiseDbm, retryPercent, rxPercent, txPercent };
  });
}

describe('the air of an OpenWiFi radio', () => {
  it('is measured between two states by the survey of its channel', () => {
    const [first, second] = measureEach([
      buildState(buildSurvey(1_000, 100, 50)),
      buildState(buildSurvey(61_000, 18_100, 6_050)),
    ]);
    expect(first).toEqual({ noiseDbm: -101 });
    expect(second).toEqual({ busyPercent: 30, txPercent: 10, rxPercent: 0, noiseDbm: -101 });
  });

  it('is measured by the counters of the radio itself in older states', () => {
    const older = (active_ms: number, busy_ms: number, transmit_ms: number) =>
      buildState({ active_ms, busy_ms, transmit_ms, receive_ms: busy_ms, noise: -95 });
    expect(measureEach([older(0, 0, 0), older(60_000, 6_000, 3_000)])[1]).toMatchObject({
      busyPercent: 10,
      txPercent: 5,
      noiseDbm: -95,
    });
  });

  it('has the received frames and the retries of its clients', () => {
    const station = (tx_packets: number, tx_retries: number, rx_duration?: number) => ({
      station: '02:00:00:00:00:0b',
      tx_packets,
      tx_retries,
      rx_duration,
    });
    const [before, now] = [buildSurvey(0, 0, 0), buildSurvey(60_000, 30_000, 0)];
    expect(
      measureEach([
        buildState(before, [station(100, 900, 500)]),
        buildState(now, [station(190, 910, 3_000_500)]),
      ])[1],
    ).toMatchObject({ rxPercent: 5, retryPercent: 10 });
    const unmeasured = { station: '02:00:00:00:00:0b', tx_packets: 190 };
    expect(measureEach([buildState(before, [unmeasured]), buildState(now, [unmeasured])])[1]).toEqual({
      busyPercent: 50,
      txPercent: 0,
      noiseDbm: -101,
    });
  });

  it('has no shares after a restart and after a change of the channel, and repeats them within 10 s', () => {
    const figures = measureEach(
      [
        buildState(buildSurvey(60_000, 6_000, 0)),
        buildState(buildSurvey(500, 100, 0)),
        buildState(buildSurvey(60_500, 12_100, 0)),
        buildState(buildSurvey(60_500, 12_100, 0)),
        buildState({ channel: 149, survey: [{ frequency: 5745, noise: -99, time: 70_000, busy: 20_000 }] }),
      ],
      [0, MINUTE, 2 * MINUTE, 2 * MINUTE + 500, 3 * MINUTE],
    );
    expect(figures.map(({ busyPercent }) => busyPercent)).toEqual([undefined, undefined, 20, 20, undefined]);
    expect(figures[4]?.noiseDbm).toBe(-99);
  });
});

test('a state without counters adds no figures', () => {
  expect(measureEach([buildState({}), buildState({})])[1]).toEqual({});
});
