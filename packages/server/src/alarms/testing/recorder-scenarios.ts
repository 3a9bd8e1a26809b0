import { connectForeign, down, FOREIGN, hold, holdCamera, play, promise, SHOP, TB } from './recorder-shop.ts';
import type { Scenario } from './scenario.ts';

const STOPPED = { recording: false };
const LOST = { online: false, recording: false };
const ALL_STOPPED = { gate: STOPPED, till: STOPPED, foreign: STOPPED };

const disks: readonly Scenario[] = [
  { title: 'nothing for a healthy recorder', play: hold({}, 5), shows: [] },
  {
    title: 'one alarm for a disk that reports faults',
    play: hold({ disks: ['failing', 'normal'] }),
    shows: ['disk-fault nvr d1'],
  },
  { title: 'a failed disk', play: hold({ disks: ['normal', 'failed'] }), shows: ['disk-fault nvr d2'] },
  { title: 'a missing disk', play: hold({ disks: ['missing', 'normal'] }), shows: ['disk-fault nvr d1'] },
  {
    title: 'an alarm for each of two failed disks',
    play: hold({ disks: ['failed', 'failed', 'normal'] }),
    shows: ['disk-fault nvr d1', 'disk-fault nvr d2'],
  },
  {
    title: 'one alarm for a disk that fails after it reported faults',
    play: play(hold({ disks: ['failing', 'normal'] }), hold({ disks: ['failed', 'normal'] })),
    shows: ['disk-fault nvr d1'],
  },
  {
    title: 'the end of the alarm after the disk was replaced',
    play: play(hold({ disks: ['failed', 'normal'] }), hold({})),
    shows: ['disk-fault nvr d1 over'],
  },
  {
    title: 'a disk that was replaced by one that needs a format',
    play: play(hold({ disks: ['failed', 'normal'] }), hold({ disks: ['unformatted', 'normal'] })),
    shows: ['disk-fault nvr d1 over'],
  },
  {
    title: 'no alarm for a disk that is formatted',
    play: hold({ disks: ['formatting', 'normal'] }),
    shows: [],
  },
  { title: 'no alarm for a new disk', play: hold({ disks: ['unformatted', 'normal'] }), shows: [] },
  {
    title: 'the end of a fault when the recorder no longer reports disks',
    play: play(hold({ disks: ['failed', 'normal'] }), (site) => site.wait(5 * 60_000)),
    shows: ['disk-fault nvr d1 over'],
  },
  {
    title: 'only the offline recorder, after its disk failed',
    play: play(hold({ disks: ['failed', 'normal'] }), down('nvr'), (site) => site.wait(3 * 60_000)),
    shows: ['device-offline nvr', 'disk-fault nvr d1 over'],
  },
  {
    title: 'recording that stops without disks, as a consequence of them',
    play: hold({ disks: ['failed', 'missing'], channels: ALL_STOPPED }, 5),
    shows: ['disk-fault nvr d1 +1/1', 'disk-fault nvr d2'],
  },
];

const space: readonly Scenario[] = [
  { title: 'no alarm for full disks that are overwritten', play: hold({ usedBytes: 4 * TB }), shows: [] },
  {
    title: 'disks that are full in two days',
    play: hold({ overwrites: false, usedBytes: 3.7 * TB }),
    shows: ['disk-full nvr'],
  },
  {
    title: 'no alarm for disks that are full in five days',
    play: hold({ overwrites: false, usedBytes: 3.25 * TB }),
    shows: [],
  },
  {
    title: 'the end when there is space again',
    play: play(
      hold({ overwrites: false, usedBytes: 3.7 * TB }),
      hold({ overwrites: false, usedBytes: 2 * TB }),
    ),
    shows: ['disk-full nvr over'],
  },
  {
    title: 'the alarm within its hysteresis',
    play: play(
      hold({ overwrites: false, usedBytes: 3.7 * TB }),
      hold({ overwrites: false, usedBytes: 3.5 * TB }),
    ),
    shows: ['disk-full nvr'],
  },
  {
    title: 'full disks and the recordings that stop, as one',
    play: hold({ overwrites: false, channels: ALL_STOPPED }, 5),
    shows: ['disk-full nvr +1/1'],
  },
  {
    title: 'full disks of a recorder that has written nothing for a day',
    play: hold({ overwrites: false, dayBytes: 0, channels: ALL_STOPPED }, 5),
    shows: ['disk-full nvr +1/1'],
  },
  {
    title: 'the end when the recorder overwrites',
    play: play(hold({ overwrites: false }), hold({ overwrites: true })),
    shows: ['disk-full nvr over'],
  },
];

const recordings: readonly Scenario[] = [
  {
    title: 'a channel that is not recorded',
    play: hold({ channels: { gate: STOPPED } }, 5),
    shows: ['recording-stopped nvr'],
  },
  {
    title: 'all channels that are not recorded, as one',
    play: hold({ channels: ALL_STOPPED }, 5),
    shows: ['recording-stopped nvr'],
  },
  {
    title: 'no alarm for a short pause',
    play: play(hold({ channels: { gate: STOPPED } }, 1), hold({})),
    shows: [],
  },
  {
    title: 'the end when recording continues',
    play: play(hold({ channels: { gate: STOPPED } }, 5), hold({})),
    shows: ['recording-stopped nvr over'],
  },
  {
    title: 'no alarm outside the schedule',
    play: hold({ channels: { gate: { ...STOPPED, schedule: 'timed', due: false } } }, 5),
    shows: [],
  },
  {
    title: 'a channel that must be recorded by its schedule',
    play: hold({ channels: { gate: { ...STOPPED, schedule: 'timed', due: true } } }, 5),
    shows: ['recording-stopped nvr'],
  },
  {
    title: 'one alarm while further channels stop',
    play: play(hold({ channels: { gate: STOPPED } }, 5), hold({ channels: ALL_STOPPED }, 3)),
    shows: ['recording-stopped nvr'],
  },
  {
    title: 'nothing of a recorder that restarts',
    play: play((site) => site.command('restart', 'nvr'), hold({ channels: ALL_STOPPED }, 1), hold({})),
    shows: [],
  },
];

const promises: readonly Scenario[] = [
  { title: 'no alarm without a promise', play: hold({ dayBytes: TB }, 15), shows: [] },
  {
    title: 'no alarm for promises that are kept',
    play: play(hold({}, 1), promise(20), hold({}, 15)),
    shows: [],
  },
  {
    title: 'a promise that will be broken',
    play: play(hold({}, 1), promise(30), hold({}, 15)),
    shows: ['retention-short nvr'],
  },
  {
    title: 'a promise that a higher bit rate will break',
    play: play(hold({}, 1), promise(20), hold({ dayBytes: 0.14 * TB }, 15)),
    shows: ['retention-short nvr'],
  },
  {
    title: 'the end when the promise is smaller',
    play: play(hold({}, 1), promise(30), hold({}, 15), promise(10), hold({}, 3)),
    shows: ['retention-short nvr over'],
  },
  {
    title: 'the end with a further disk',
    play: play(hold({}, 1), promise(30), hold({}, 15), hold({ disks: ['normal', 'normal', 'normal'] }, 3)),
    shows: ['retention-short nvr over'],
  },
  {
    title: 'a promise that a failed disk breaks, as its consequence',
    play: play(
      hold({}, 1),
      promise(20),
      hold({ disks: ['failed', 'normal'] }, 4),
      hold({ disks: ['failed', 'normal'] }, 15),
    ),
    shows: ['disk-fault nvr d1 +1/1'],
  },
  {
    title: 'no alarm for a recorder that began an hour ago and holds the promise',
    play: play(
      hold({}, 1),
      promise(20),
      hold(
        {
          dayBytes: (0.1 * TB) / 24,
          channels: Object.fromEntries(
            ['gate', 'till', 'foreign'].map((name) => [name, { oldestSeconds: 3_600 }]),
          ),
        },
        15,
      ),
    ),
    shows: [],
  },
];

const cameras: readonly Scenario[] = [
  {
    title: 'only the offline device for a camera of the project',
    play: play(down('gate'), hold({ channels: { gate: LOST } }, 5)),
    shows: ['device-offline gate'],
  },
  {
    title: 'a camera that is online and not received',
    play: hold({ channels: { gate: LOST } }, 5),
    shows: ['camera-lost nvr gate'],
  },
  {
    title: 'a camera of another maker',
    play: hold({ channels: { foreign: LOST } }, 5),
    shows: [`camera-lost nvr ${FOREIGN}`],
  },
  {
    title: 'no alarm for a short loss',
    play: play(hold({ channels: { foreign: LOST } }, 1), hold({})),
    shows: [],
  },
  {
    title: 'the end when the camera is received',
    play: play(hold({ channels: { foreign: LOST } }, 4), hold({})),
    shows: [`camera-lost nvr ${FOREIGN} over`],
  },
  { title: 'no alarm for a channel without a camera', play: hold({}, 5), shows: [] },
  {
    title: 'a camera at a port without power, as a consequence of the port',
    play: play(
      connectForeign,
      hold({}, 1),
      (site) => site.event('sw', 'poe-fault', { port: 'p7' }),
      hold({ channels: { foreign: LOST } }, 5),
    ),
    shows: ['poe-fault sw p7 +1/1'],
  },
  {
    title: 'a camera beside the port that lost its power',
    play: play(
      connectForeign,
      hold({}, 1),
      (site) => site.event('sw', 'poe-fault', { port: 'p6' }),
      hold({ channels: { foreign: LOST } }, 5),
    ),
    shows: [`camera-lost nvr ${FOREIGN}`, 'poe-fault sw p6'],
  },
  {
    title: 'a camera of the project at a port without power',
    play: play(
      (site) => site.event('sw', 'poe-fault', { port: 'p2' }),
      down('gate'),
      hold({ channels: { gate: LOST } }, 5),
    ),
    shows: ['poe-fault sw p2 +1/1'],
  },
  {
    title: 'two lost cameras as two alarms',
    play: hold({ channels: { foreign: LOST, gate: LOST } }, 5),
    shows: [`camera-lost nvr ${FOREIGN}`, 'camera-lost nvr gate'],
  },
  {
    title: 'tampering until the camera reports its end',
    play: (site) => site.event('gate', 'tamper', { text: 'gate: the lens is covered.' }),
    shows: ['camera-tampered gate'],
  },
  {
    title: 'the end of tampering',
    play: play(
      (site) => site.event('gate', 'tamper', {}),
      (site) => site.wait(60_000),
      (site) => site.event('gate', 'tamper-cleared', {}),
    ),
    shows: ['camera-tampered gate over'],
  },
];

const settings: readonly Scenario[] = [
  {
    title: 'no alarm for a clock that is 4 s ahead',
    play: holdCamera({ clockDifferenceSeconds: 4 }),
    shows: [],
  },
  {
    title: 'a clock that is 6 s ahead',
    play: holdCamera({ clockDifferenceSeconds: 6 }),
    shows: ['clock-wrong gate'],
  },
  {
    title: 'a clock of 1970',
    play: holdCamera({ clockDifferenceSeconds: -1_795_000_000 }),
    shows: ['clock-wrong gate'],
  },
  {
    title: 'the end when the clock is right',
    play: play(holdCamera({ clockDifferenceSeconds: 60 }), holdCamera({ clockDifferenceSeconds: 0 })),
    shows: ['clock-wrong gate over'],
  },
  {
    title: 'a default password of a camera',
    play: holdCamera({ hasDefaultPassword: true }),
    shows: ['default-password gate'],
  },
  {
    title: 'a default password of a recorder',
    play: hold({ recorder: { hasDefaultPassword: true } }),
    shows: ['default-password nvr'],
  },
  {
    title: 'the end when the password was changed',
    play: play(holdCamera({ hasDefaultPassword: true }), holdCamera({ hasDefaultPassword: false })),
    shows: ['default-password gate over'],
  },
  {
    title: 'no alarm for the claims of a device that is no camera',
    play: holdCamera({ hasDefaultPassword: true, clockDifferenceSeconds: 99 }, 4, 'sw'),
    shows: [],
  },
];

/** Failures of recorders and cameras with exactly the alarms that they raise. */
export const RECORDER_SCENARIOS: readonly Scenario[] = [
  ...disks,
  ...space,
  ...recordings,
  ...promises,
  ...cameras,
  ...settings,
].map((scenario) => ({ ...scenario, plan: SHOP }));
