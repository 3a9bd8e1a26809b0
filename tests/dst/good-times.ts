import { checkAll } from './checks.ts';
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

/** A device that is gone is said to be gone, and no longer when it is back. */
const gone: Trial = async (world, device, id) => {
  const { clock, store, violated } = world;
  device.powerOff();
  await clock.advance(PERIOD_MS + 60_000);
  const { state } = await store.device(id);
  const alarms = await store.alarms(id);
  if (state !== 0) violated(`I9: ${device.sn} has no power and is in state ${state}`);
  if (!alarms.some(({ kind, open }) => open && kind === 'device-offline'))
    violated(`I9: ${device.sn} has no power and no alarm`);
  await device.boot();
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

/** Its project gives it up, and another takes it. */
const changesHands: Trial = async ({ clock, console, dice }, { sn }, id) => {
  await console.remove(id);
  await clock.advance(dice.between(0, 60_000));
  await console.claim(sn);
  await clock.advance(PERIOD_MS);
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
