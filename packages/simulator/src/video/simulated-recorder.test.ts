import { projectRetention } from '@northlight/contract';
import { recorderStat } from '@northlight/contract/device-protocol';
import { describe, expect, test } from 'vitest';
import { SimulatedRecorder } from './simulated-recorder.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const cameras = Array.from({ length: 6 }, (_, index) => ({
  sn: `C${index}`,
  mac: `02:00:00:00:00:0${index}`,
  name: `Camera-${index + 1}`,
}));
const all = () => true;
const getIp = (sn: string) => `10.0.40.1${sn.slice(1)}`;

/** Records minute by minute, or in longer steps, without the recorder being off. */
function run(recorder: SimulatedRecorder, from: number, until: number, isOnline: (sn: string) => boolean) {
  for (let now = from; now < until;) recorder.record((now = Math.min(until, now + 2 * MINUTE)), isOnline);
}

describe('a simulated recorder', () => {
  test('reports what the protocol allows, and holds as many days as are projected', () => {
    const recorder = new SimulatedRecorder({ cameras, getIp, now: START });
    run(recorder, START, START + 2 * DAY, all);
    const report = recorder.report(all);
    expect(recorderStat.parse(report)).toEqual(report);
    const { projectedDays = 0 } = projectRetention(report);
    const held = (report.channels[0]?.oldestSeconds ?? 0) / 86_400;
    expect(Math.abs(projectedDays - held) / held).toBeLessThan(0.05);
  });

  test('has a gap while a camera is offline, and one of all channels while it is off', () => {
    const recorder = new SimulatedRecorder({ cameras, getIp, now: START });
    run(recorder, START, START + HOUR, (sn) => sn !== 'C1');
    run(recorder, START + HOUR, START + 2 * HOUR, all);
    recorder.record(START + 4 * HOUR, all);
    run(recorder, START + 4 * HOUR, START + 5 * HOUR, all);
    const [first, second] = recorder.report(all).channels;
    expect(first?.gaps).toEqual([{ ageSeconds: 3_600, seconds: 7_200 }]);
    expect(second?.gaps).toEqual([
      { ageSeconds: 14_400, seconds: 3_600 },
      { ageSeconds: 3_600, seconds: 7_200 },
    ]);
    expect(second?.daySeconds).toBe(21 * 3_600);
    expect(recorder.report((sn) => sn !== 'C0').channels[0]).toMatchObject({
      online: false,
      recording: false,
    });
  });

  test('loses the oldest recordings with a disk, and stops without one', () => {
    const recorder = new SimulatedRecorder({ cameras, getIp, now: START });
    const held = () => recorder.report(all).channels[0]?.oldestSeconds ?? 0;
    const before = held();
    recorder.setDiskState('d1', 'failed');
    expect(held() / before).toBeCloseTo(0.5, 1);
    recorder.setDiskState('d2', 'missing');
    run(recorder, START, START + HOUR, all);
    const { channels, disks } = recorder.report(all);
    expect(channels.every(({ recording }) => !recording)).toBe(true);
    expect(disks[1]).toEqual({ id: 'd2', label: 'Disk 2', state: 'missing' });
  });

  test('stops when its disks are full, if it does not overwrite', () => {
    const recorder = new SimulatedRecorder({ cameras, getIp, disks: 1, now: START, overwrites: false });
    const { daysUntilFull } = projectRetention(recorder.report(all));
    expect(daysUntilFull).toBeUndefined();
    for (let hour = 1; hour <= 24; hour++) run(recorder, START + (hour - 1) * HOUR, START + hour * HOUR, all);
    const days = projectRetention(recorder.report(all)).daysUntilFull ?? 0;
    run(recorder, START + DAY, START + DAY + (days + 0.5) * DAY, all);
    expect(recorder.report(all).channels[0]).toMatchObject({ online: true, recording: false });
  });
});
