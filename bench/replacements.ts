import { topics } from '@northlight/contract/device-protocol';
import { RawDevice, createSampleDevice } from '@northlight/server/testing';
import { type BaseDevice, registerBaseDevices } from '@northlight/server';
import { type BenchDevice, type BenchWorld, startBenchWorld } from './bench-world.ts';
import type { Figure } from './figure.ts';

const REPLACEMENTS = 500;
/** Replacements per attempt of replaced hardware with its credential: more than 10 in 1 min ban the id for 1 min. */
const ATTEMPT_EVERY = 20;
/** Models of one kind, any of which replaces any other. */
const KINDS = [
  ['NL-SW8P', 'NL-SW24P'],
  ['NL-AP6C', 'NL-AP6CPRO', 'NL-AP6O'],
  ['NL-GW5', 'NL-GW10'],
] as const;

interface Hardware {
  readonly base: BaseDevice;
  readonly token: string;
}

/**
 * Replaces devices by random models of their kind, at once or at the first contact, and counts identities that travelled: an
 * identity of the old hardware in anything that the new one receives or that is stored for it, or the reverse.
 */
export async function measureReplacements(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const choose = createChooser(7);
  const travelled: string[] = [];
  let accepted = 0;
  for (const [index, models] of KINDS.entries()) {
    let present = await startDevice(world, models[0]);
    let hardware: Hardware = { base: present.base, token: present.credential.token };
    for (let round = 0; round < Math.ceil(REPLACEMENTS / KINDS.length); round++) {
      const next = { ...createSampleDevice(), model: choose(models) };
      const replaced = await replace(world, present, {
        hardware,
        next,
        when: choose(['now', 'first-contact']),
        triesOld: round % ATTEMPT_EVERY === 0,
      });
      travelled.push(...replaced.faults.map((fault) => `${index}.${round} ${fault}`));
      if (replaced.isOldAccepted) accepted += 1;
      ({ present, hardware } = replaced);
    }
    await present.device[Symbol.asyncDispose]();
  }
  for (const fault of travelled.slice(0, 20)) console.error(fault);
  const count = Math.ceil(REPLACEMENTS / KINDS.length) * KINDS.length;
  return [
    {
      id: 'BR-3',
      text: `${count} random replacements: ${travelled.length} identities travelled, ${accepted} replaced devices accepted`,
      goal: '0 and 0',
      reached: travelled.length === 0 && accepted === 0,
    },
  ];
}

/** Adds a device whose configuration names its MAC address, as a reserved address of the project. */
async function startDevice(world: BenchWorld, model: string): Promise<BenchDevice> {
  const device = await world.addDevice(model);
  const { base, projectId } = device;
  const pool = {
    name: 'Guests',
    vlanId: 20,
    start: '10.0.20.10',
    end: '10.0.20.99',
    dns: [],
    leaseMinutes: 60,
  };
  await world.browser.call('networkConfigApply', {
    params: { projectId },
    body: {
      baseVersion: 0,
      config: {
        vlans: [{ id: 20, name: 'Guests', ip: '10.0.20.1', prefix: 24, ports: [] }],
        dhcpPools: [{ ...pool, reservations: [{ mac: base.mac, ip: '10.0.20.50', name: 'Own' }] }],
      },
    },
  });
  return device;
}

interface Order {
  readonly hardware: Hardware;
  readonly next: BaseDevice;
  readonly when: 'now' | 'first-contact';
  /** True if the replaced hardware tries to connect with its credential. */
  readonly triesOld: boolean;
}

async function replace(world: BenchWorld, present: BenchDevice, { hardware, next, triesOld, when }: Order) {
  const { browser, db, mqttPort } = world;
  const { id, projectId } = present;
  await registerBaseDevices(db, [next], Date.now());
  await browser.call('deviceReplace', {
    params: { projectId, deviceId: id },
    body: { sn: next.sn, claimCode: next.claimCode, when },
  });
  const credential = await RawDevice.provision(mqttPort, next);
  const session = `replaced-${next.sn}`;
  const device = await RawDevice.online(mqttPort, next, credential, { session });
  // The configuration, if the device gets one, is among the first messages; the answer about the time comes after it.
  await device.publish(topics.upRequest(id, 'time'), { kind: 'time' });
  const received: unknown[] = [credential];
  for (;;) {
    const { payload, topic } = await device.next();
    received.push(payload);
    if (topic.endsWith('/time')) break;
  }
  const row = await db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { replacement: _history, ...detail } = await browser.call('deviceGet', {
    params: { projectId, deviceId: id },
  });
  const { config } = await browser.call('networkConfigGet', { params: { projectId } });
  const isOldAccepted = triesOld && (await isAccepted(world, id, hardware.token));
  const old = await greetAgain(world, hardware);
  await present.device[Symbol.asyncDispose]();
  return {
    faults: [
      ...findIdentity({ received, row, detail, config }, hardware, `${when}: old`),
      ...findIdentity(old, { base: next, token: credential.token }, `${when}: new`),
    ],
    isOldAccepted,
    hardware: { base: next, token: credential.token },
    present: { projectId, id, base: next, credential, device, session },
  };
}

const isAccepted = ({ mqttPort }: BenchWorld, id: string, token: string): Promise<boolean> =>
  RawDevice.connect(mqttPort, id, id, token).then(
    async (connected) => {
      await connected[Symbol.asyncDispose]();
      return true;
    },
    () => false,
  );

/** Connects replaced hardware as one without a project; resolves to the answer that it receives. */
async function greetAgain({ mqttPort }: BenchWorld, { base }: Hardware): Promise<unknown> {
  await using device = await RawDevice.connect(mqttPort, `p-${base.sn}`, base.sn, base.secret);
  await device.client.subscribeAsync(topics.offer(base.sn), { qos: 1 });
  await device.publish(topics.hello(base.sn), { v: 1, model: base.model, mac: base.mac, sw: '1.0.0' });
  return (await device.next()).payload;
}

/** Lists the identities of hardware that a value contains, in any spelling of its digits. */
function findIdentity(value: unknown, { base, token }: Hardware, what: string): string[] {
  const text = JSON.stringify(value).toLowerCase();
  const bare = text.replaceAll(/[:-]/g, '');
  return Object.entries({
    sn: base.sn,
    mac: base.mac.replaceAll(':', ''),
    secret: base.secret,
    claimCode: base.claimCode,
    token,
  }).flatMap(([name, own]) =>
    text.includes(own.toLowerCase()) || bare.includes(own.toLowerCase()) ? [`${what} ${name}`] : [],
  );
}

/** Returns a function that chooses members of lists, the same ones in each run. */
function createChooser(seed: number): <Member>(members: readonly Member[]) => Member {
  let state = seed;
  return (members) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    const member = members[Math.floor((state / 2 ** 31) * members.length)];
    if (member === undefined) throw new Error('The list is empty.');
    return member;
  };
}
