import { checkInvariants } from './checks.ts';
import { COMMAND_MS } from './console.ts';
import { NO_FAULTS } from './faults.ts';
import { type PhysicalDevice, getSerial } from './physical-device.ts';
import type { StoryWorld } from './world.ts';

/** Time in which a device detects a dead connection, reconnects and receives missed messages, with a margin. */
const PERIOD_MS = 120_000;

type Trial = (world: StoryWorld, device: PhysicalDevice, id: string) => Promise<void>;

async function mustBeDone(
  world: StoryWorld,
  { sn }: PhysicalDevice,
  id: string,
  cid: string | undefined,
): Promise<void> {
  const row = (await world.store.rows(id)).find((candidate) => candidate.id === cid);
  if (row?.state !== 'done')
    world.violated(`I9: ${row?.kind} ${cid} of ${sn} ended as ${row?.state} without faults: ${row?.detail}`);
}

/** Trial: an online device runs a command to its end. */
const commanded =
  (kind: 'restart' | 'reset' | 'upgrade' | 'locate'): Trial =>
  async (world, device, id) => {
    const cid = await world.console.command(id, kind);
    await world.clock.advance(PERIOD_MS);
    await mustBeDone(world, device, id, cid);
    if (kind === 'upgrade' && (await world.store.software(id)) !== device.software)
      world.violated(`I4: ${device.sn} runs ${device.software}, unknown to the cloud`);
  };

/** Trial: a device applies a change that was made while it had no power. */
const changedWhileOff: Trial = async (world, device, id) => {
  const { clock, console, choices } = world;
  device.powerOff();
  await clock.advance(choices.between(0, 60_000));
  const cid = await console.command(id, 'locate');
  await clock.advance(choices.between(0, 20_000));
  await device.boot();
  await clock.advance(PERIOD_MS);
  await mustBeDone(world, device, id, cid);
};

/**
 * Trial: the connection hangs while the device works, and the device reports the result on its next
 * connection.
 */
const cutOffDuringWork: Trial = async (world, device, id) => {
  const { clock, console, choices, network } = world;
  const cid = await console.command(id, 'locate');
  await clock.advance(choices.between(200, 2_000));
  network.cutOff(device);
  await clock.advance(PERIOD_MS);
  await mustBeDone(world, device, id, cid);
};

/**
 * Trial: the database fails while a user changes the configuration, and the change is pushed after the
 * database works again.
 */
const changedDuringDatabaseFault: Trial = async ({ clock, console, network }, _device, id) => {
  network.rates = { ...NO_FAULTS, fail: 0.4 };
  await console.configure(id);
  await clock.advance(150);
  network.rates = NO_FAULTS;
  await clock.advance(PERIOD_MS);
};

/**
 * Trial: an offline device is shown as offline, also after a commanded restart, and as online after it
 * reconnected.
 */
const goesOffline: Trial = async (world, device, id) => {
  const { clock, console, choices, store, violated } = world;
  const isBusy = choices.happens(0.5);
  if (isBusy) {
    await console.command(id, choices.pick(['restart', 'reset', 'upgrade']));
    await clock.advance(choices.between(100, 20_000));
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

/**
 * Trial: a device reconnects before its last connection times out, and the late end of that connection is
 * ignored.
 */
const reconnectsEarly: Trial = async ({ clock, store, violated }, device, id) => {
  device.powerOff();
  await device.boot();
  await clock.advance(2_000);
  const before = (await store.alarms(id)).length;
  await clock.advance(PERIOD_MS);
  if ((await store.alarms(id)).length !== before)
    violated(`I9: ${device.sn} is online and was shown as offline`);
};

/** Trial: reports on a slow connection arrive after those on the next connection. */
const overtakesOwnReports: Trial = async ({ clock, console, choices, network }, device, id) => {
  network.rates = { ...NO_FAULTS, slowestMs: 20_000 };
  await device.boot();
  await clock.advance(60_000);
  await console.configure(id);
  await clock.advance(choices.between(5_000, 40_000));
  network.rates = NO_FAULTS;
  device.powerOff();
  await device.boot();
  await clock.advance(choices.between(0, 5_000));
  await console.configure(id);
  await clock.advance(PERIOD_MS);
};

/**
 * Trial: a device moves to another project, possibly during an apply, and gets the configuration of that
 * project.
 */
const changesHands: Trial = async ({ clock, console, choices }, { sn }, id) => {
  if (choices.happens(0.5)) {
    await console.configure(id);
    await clock.advance(choices.between(0, 3_000));
  }
  await console.remove(id);
  await clock.advance(choices.pick([0, choices.between(0, 60_000)]));
  await console.claim(sn);
  const ours = console.ofSerial(sn);
  if (ours && choices.happens(0.5)) await console.configure(ours.id);
  await clock.advance(PERIOD_MS);
};

/** Trial: a device loses power once during its work, and continues the work afterwards. */
const losesPowerDuringWork: Trial = async ({ clock, console, choices, store, violated }, device, id) => {
  await console.configure(id);
  await clock.advance(choices.between(0, 8_000));
  device.powerOff();
  await device.boot();
  await clock.advance(PERIOD_MS);
  const { desired, reportedRev, reportedStatus } = await store.device(id);
  if (reportedRev !== desired?.rev)
    violated(`I9: ${device.sn} lost power once and did not apply ${desired?.rev}: ${reportedStatus}`);
};

/**
 * Trial: a user applies two to five changes in a row, and the device runs the last one, also with a slow
 * database.
 */
const changedRepeatedly: Trial = async ({ clock, console, choices, network }, _device, id) => {
  const slowestStoreMs = choices.pick([NO_FAULTS.slowestStoreMs, 400]);
  network.rates = { ...NO_FAULTS, slowestStoreMs };
  for (let count = choices.between(2, 5); count > 0; count--) {
    await console.configure(id);
    await clock.advance(choices.between(0, slowestStoreMs));
  }
  network.rates = NO_FAULTS;
  await clock.advance(PERIOD_MS);
};

/**
 * Trial: a slow network delays acknowledgements beyond the confirmation deadline, and the cloud corrects its
 * state afterwards.
 */
const acknowledgedTooLate: Trial = async ({ clock, console, network }, device, id) => {
  network.rates = { ...NO_FAULTS, slowestMs: 40_000 };
  await device.boot();
  await clock.advance(PERIOD_MS);
  await console.configure(id);
  await clock.advance(PERIOD_MS);
  network.rates = NO_FAULTS;
  await clock.advance(PERIOD_MS);
};

/**
 * Trial: a server is suspended while a device works and reconnects to another server, so that earlier reports
 * arrive late.
 */
const serverSuspended: Trial = async (world, device, id) => {
  const { clock, console, choices } = world;
  await console.configure(id);
  await clock.advance(choices.between(0, 3_000));
  world.suspend(choices.between(5_000, 40_000));
  await clock.advance(choices.between(0, 5_000));
  device.powerOff();
  await device.boot();
  await clock.advance(choices.between(0, 5_000));
  await console.configure(id);
  await clock.advance(PERIOD_MS);
};

/**
 * Trial: the database loses the last change, possibly while the device works on it, and users repeat the
 * change.
 */
const databaseRestored: Trial = async (world, _device, id) => {
  const { clock, console, choices } = world;
  const goBack = await console.backUp();
  await console.configure(id);
  await clock.advance(choices.between(0, 5_000));
  world.killProcesses(true);
  await goBack();
  if (choices.happens(0.5)) await console.configure(id);
  world.startProcess();
  await clock.advance(PERIOD_MS);
};

/**
 * Trial: an operator sets a WAN connection on the local page. The device reports the change as drift, and the
 * cloud pushes no configuration until a user has decided.
 */
const changedLocally: Trial = async ({ clock, console, choices, store, violated }, device, id) => {
  device.manage('local');
  await clock.advance(PERIOD_MS);
  device.setWan(`9.9.9.${choices.between(1, 250)}`);
  await clock.advance(choices.between(0, 10_000));
  if (choices.happens(0.4)) {
    device.powerOff();
    await device.boot();
  }
  if (choices.happens(0.3)) await console.configure(id);
  await clock.advance(PERIOD_MS);
  device.manage('cloud');
  await clock.advance(PERIOD_MS);
  const { local } = device.flash;
  const { desired, reportedStatus, state } = await store.device(id);
  if (local && (reportedStatus !== 'drifted' || state !== 7 || !device.running.wan) && desired)
    violated(`I9: ${device.sn} was changed locally and is ${reportedStatus} in state ${state}`);
  if (!local && device.running.wan) violated(`I9: ${device.sn} runs another configuration than it stores`);
  await console.configure(id);
  await clock.advance(PERIOD_MS);
  if (device.flash.local) violated(`I9: ${device.sn} keeps the local change after a decision`);
};

const TRIALS = [
  commanded('restart'),
  commanded('locate'),
  commanded('reset'),
  commanded('upgrade'),
  changedWhileOff,
  changedWhileOff,
  cutOffDuringWork,
  changedDuringDatabaseFault,
  goesOffline,
  reconnectsEarly,
  overtakesOwnReports,
  overtakesOwnReports,
  changesHands,
  losesPowerDuringWork,
  changedRepeatedly,
  databaseRestored,
  serverSuspended,
  acknowledgedTooLate,
  changedLocally,
] as const;

/**
 * Plays the trials. Without faults every action must succeed. Afterwards each device applies one more
 * configuration.
 */
export async function playFaultFreePeriod(world: StoryWorld): Promise<void> {
  const { clock, console, devices, choices, store, violated } = world;
  if (choices.happens(0.7)) world.startProcess();
  const trials = devices.flatMap((device) => {
    const ours = console.ofSerial(device.sn);
    return ours ? [{ device, id: ours.id, trial: choices.pick(TRIALS) }] : [];
  });
  for (const { device, id, trial } of trials) await trial(world, device, id);
  await checkInvariants(world);
  for (const [id] of console.promised) await console.configure(id);
  await clock.advance(PERIOD_MS);
  for (const { running, sn } of devices) {
    const ours = console.ofSerial(sn);
    if (!ours) continue;
    const { desired, reportedRev, reportedStatus } = await store.device(ours.id);
    if (reportedRev !== desired?.rev || reportedStatus !== 'applied')
      violated(`I9: ${sn} did not apply ${desired?.rev}: ${reportedStatus} ${reportedRev}`);
    if (!desired || getSerial(running) !== getSerial(desired.config))
      violated(`I9: ${sn} runs another configuration`);
  }
}
