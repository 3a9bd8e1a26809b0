import { checkAll } from './checks.ts';
import { COMMAND_MS } from './console.ts';
import { CALM } from './faults.ts';
import { type PhysicalDevice, serialOf } from './physical-device.ts';
import type { World } from './world.ts';

/** What a device needs to find a dead connection, come back and be sent what it missed, with room. */
const PERIOD_MS = 120_000;

type Trial = (world: World, device: PhysicalDevice, id: string) => Promise<void>;

async function mustBeDone(
  world: World,
  { sn }: PhysicalDevice,
  id: string,
  cid: string | undefined,
): Promise<void> {
  const row = (await world.store.rows(id)).find((candidate) => candidate.id === cid);
  if (row?.state !== 'done')
    world.violated(`I9: ${row?.kind} ${cid} of ${sn} came to ${row?.state} in good times: ${row?.detail}`);
}

/** A command that comes to a device which is there is carried out. */
const commanded =
  (kind: 'restart' | 'reset' | 'upgrade' | 'locate'): Trial =>
  async (world, device, id) => {
    const cid = await world.console.command(id, kind);
    await world.clock.advance(PERIOD_MS);
    await mustBeDone(world, device, id, cid);
    if (kind === 'upgrade' && (await world.store.software(id)) !== device.software)
      world.violated(`I4: ${device.sn} runs ${device.software}, the cloud does not know`);
  };

/** What was asked for while the device had no power is there when it has some again. */
const askedWhileAway: Trial = async (world, device, id) => {
  const { clock, console, dice } = world;
  device.powerOff();
  await clock.advance(dice.between(0, 60_000));
  const cid = await console.command(id, 'locate');
  await clock.advance(dice.between(0, 20_000));
  await device.boot();
  await clock.advance(PERIOD_MS);
  await mustBeDone(world, device, id, cid);
};

/** The connection of a device hangs while it works: what became of the work is told on the next one. */
const cutWhileItWorks: Trial = async (world, device, id) => {
  const { clock, console, dice, network } = world;
  const cid = await console.command(id, 'locate');
  await clock.advance(dice.between(200, 2_000));
  network.cutOff(device);
  await clock.advance(PERIOD_MS);
  await mustBeDone(world, device, id, cid);
};

/** The database stumbles just when something is asked for: it is sent all the same. */
const askedOfAStumblingDatabase: Trial = async ({ clock, console, network }, _device, id) => {
  network.rates = { ...CALM, fail: 0.4 };
  await console.configure(id);
  await clock.advance(150);
  network.rates = CALM;
  await clock.advance(PERIOD_MS);
};

/** A device that is gone is said to be gone, also one that went because it was told to, and no longer when it is back. */
const gone: Trial = async (world, device, id) => {
  const { clock, console, dice, store, violated } = world;
  const isBusy = dice.happens(0.5);
  if (isBusy) {
    await console.command(id, dice.pick(['restart', 'reset', 'upgrade']));
    await clock.advance(dice.between(100, 20_000));
  }
  device.unplug();
  await clock.advance(PERIOD_MS + (isBusy ? COMMAND_MS : 60_000));
  const { state } = await store.device(id);
  const alarms = await store.alarms(id);
  if (state !== 0) violated(`I9: ${device.sn} has no power and is in state ${state}`);
  if (!alarms.some(({ kind, open }) => open && kind === 'device-offline'))
    violated(`I9: ${device.sn} has no power and no alarm`);
  await device.plugIn();
  await clock.advance(PERIOD_MS);
};

/** A device is back before its last connection is missed: the late end of that one says nothing of it. */
const backBeforeItIsMissed: Trial = async ({ clock, store, violated }, device, id) => {
  device.powerOff();
  await device.boot();
  await clock.advance(2_000);
  const before = (await store.alarms(id)).length;
  await clock.advance(PERIOD_MS);
  if ((await store.alarms(id)).length !== before)
    violated(`I9: ${device.sn} is there and was said to be offline`);
};

/** What a device said on a slow connection arrives after what it said on the next one. */
const overtakesItsOwnWords: Trial = async ({ clock, console, dice, network }, device, id) => {
  network.rates = { ...CALM, slowestMs: 20_000 };
  await device.boot();
  await clock.advance(60_000);
  await console.configure(id);
  await clock.advance(dice.between(5_000, 40_000));
  network.rates = CALM;
  device.powerOff();
  await device.boot();
  await clock.advance(dice.between(0, 5_000));
  await console.configure(id);
  await clock.advance(PERIOD_MS);
};

/** Its project gives it up, perhaps in the middle of its work, and another takes it and has its own plans with it. */
const changesHands: Trial = async ({ clock, console, dice }, { sn }, id) => {
  if (dice.happens(0.5)) {
    await console.configure(id);
    await clock.advance(dice.between(0, 3_000));
  }
  await console.remove(id);
  await clock.advance(dice.pick([0, dice.between(0, 60_000)]));
  await console.claim(sn);
  const ours = console.ofSerial(sn);
  if (ours && dice.happens(0.5)) await console.configure(ours.id);
  await clock.advance(PERIOD_MS);
};

/** One power cut in the middle of its work, and a device goes on with it. */
const losesPowerWhileItWorks: Trial = async ({ clock, console, dice, store, violated }, device, id) => {
  await console.configure(id);
  await clock.advance(dice.between(0, 8_000));
  device.powerOff();
  await device.boot();
  await clock.advance(PERIOD_MS);
  const { desired, reportedRev, reportedStatus } = await store.device(id);
  if (reportedRev !== desired?.rev)
    violated(`I9: ${device.sn} lost power once and did not take ${desired?.rev}: ${reportedStatus}`);
};

/** Who changes his mind at once gets what he wanted last, also of a slow database. */
const askedForSeveralAtOnce: Trial = async ({ clock, console, dice, network }, _device, id) => {
  const slowestStoreMs = dice.pick([CALM.slowestStoreMs, 400]);
  network.rates = { ...CALM, slowestStoreMs };
  for (let count = dice.between(2, 5); count > 0; count--) {
    await console.configure(id);
    await clock.advance(dice.between(0, slowestStoreMs));
  }
  network.rates = CALM;
  await clock.advance(PERIOD_MS);
};

/** The way is so slow that a device may hear too late that it was heard: what the cloud believed in between does not stay. */
const hearsTooLate: Trial = async ({ clock, console, network }, device, id) => {
  network.rates = { ...CALM, slowestMs: 40_000 };
  await device.boot();
  await clock.advance(PERIOD_MS);
  await console.configure(id);
  await clock.advance(PERIOD_MS);
  network.rates = CALM;
  await clock.advance(PERIOD_MS);
};

/** A server stands still while a device works, which starts again at another one: what it heard before comes late. */
const serverStandsStill: Trial = async (world, device, id) => {
  const { clock, console, dice } = world;
  await console.configure(id);
  await clock.advance(dice.between(0, 3_000));
  world.standStill(dice.between(5_000, 40_000));
  await clock.advance(dice.between(0, 5_000));
  device.powerOff();
  await device.boot();
  await clock.advance(dice.between(0, 5_000));
  await console.configure(id);
  await clock.advance(PERIOD_MS);
};

/** The database goes back by what was asked for last, perhaps while the device works on it, and people ask again. */
const databaseGoesBack: Trial = async (world, _device, id) => {
  const { clock, console, dice } = world;
  const goBack = await console.backUp();
  await console.configure(id);
  await clock.advance(dice.between(0, 5_000));
  world.killProcesses(true);
  await goBack();
  if (dice.happens(0.5)) await console.configure(id);
  world.startProcess();
  await clock.advance(PERIOD_MS);
};

/** Its way to the internet is set at the device itself: nothing is sent over that before somebody has decided. */
const isSetAtItsPage: Trial = async ({ clock, console, dice, store, violated }, device, id) => {
  device.manage('local');
  await clock.advance(PERIOD_MS);
  device.setWay(`9.9.9.${dice.between(1, 250)}`);
  await clock.advance(dice.between(0, 10_000));
  if (dice.happens(0.4)) {
    device.powerOff();
    await device.boot();
  }
  if (dice.happens(0.3)) await console.configure(id);
  await clock.advance(PERIOD_MS);
  device.manage('cloud');
  await clock.advance(PERIOD_MS);
  const { local } = device.flash;
  const { desired, reportedStatus, state } = await store.device(id);
  if (local && (reportedStatus !== 'drifted' || state !== 7 || !device.running.wan) && desired)
    violated(`I9: ${device.sn} was set at its page, and is ${reportedStatus} in state ${state}`);
  if (!local && device.running.wan) violated(`I9: ${device.sn} runs what it does not keep`);
  await console.configure(id);
  await clock.advance(PERIOD_MS);
  if (device.flash.local) violated(`I9: ${device.sn} keeps what it was set to after a decision`);
};

const TRIALS = [
  commanded('restart'),
  commanded('locate'),
  commanded('reset'),
  commanded('upgrade'),
  askedWhileAway,
  askedWhileAway,
  cutWhileItWorks,
  askedOfAStumblingDatabase,
  gone,
  backBeforeItIsMissed,
  overtakesItsOwnWords,
  overtakesItsOwnWords,
  changesHands,
  losesPowerWhileItWorks,
  askedForSeveralAtOnce,
  databaseGoesBack,
  serverStandsStill,
  hearsTooLate,
  isSetAtItsPage,
] as const;

/** Without faults everything works at once; then each device takes one configuration more. */
export async function goodTimes(world: World): Promise<void> {
  const { clock, console, devices, dice, store, violated } = world;
  if (dice.happens(0.7)) world.startProcess();
  const trials = devices.flatMap((device) => {
    const ours = console.ofSerial(device.sn);
    return ours ? [{ device, id: ours.id, trial: dice.pick(TRIALS) }] : [];
  });
  for (const { device, id, trial } of trials) await trial(world, device, id);
  await checkAll(world);
  for (const [id] of console.promised) await console.configure(id);
  await clock.advance(PERIOD_MS);
  for (const { running, sn } of devices) {
    const ours = console.ofSerial(sn);
    if (!ours) continue;
    const { desired, reportedRev, reportedStatus } = await store.device(ours.id);
    if (reportedRev !== desired?.rev || reportedStatus !== 'applied')
      violated(`I9: ${sn} did not take ${desired?.rev}: ${reportedStatus} ${reportedRev}`);
    if (!desired || serialOf(running) !== serialOf(desired.config)) violated(`I9: ${sn} runs something else`);
  }
}
