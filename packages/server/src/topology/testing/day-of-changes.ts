import type { Site } from '@northlight/simulator';

/** A site whose devices are found and named as in its specification. */
export interface ChangeableSite {
  readonly site: Site;
  readonly find: (name: string) => Site['devices'][number];
  readonly add: (name: string) => Promise<void> | void;
  readonly remove: (name: string) => Promise<void> | void;
  readonly rename: (name: string, to: string) => Promise<unknown> | void;
}

/** A change of a site or its project. */
export interface ScriptedChange {
  readonly title: string;
  readonly make: (site: ChangeableSite) => Promise<unknown> | void;
}

const move =
  (name: string, to: string, port: string): ScriptedChange['make'] =>
  ({ find, site }) =>
    site.network.moveCable(find(name).sn, { sn: find(to).sn, port });
const moveBehind =
  (name: string, unmanaged: string): ScriptedChange['make'] =>
  ({ find, site }) =>
    site.network.moveCable(find(name).sn, { sn: unmanaged, port: find(name).sn });
const powerOff =
  (name: string): ScriptedChange['make'] =>
  ({ find }) =>
    find(name).unplug();
const powerOn =
  (name: string): ScriptedChange['make'] =>
  ({ find }) =>
    find(name).plug();

/** Replaces a switch: its cables are plugged into the same ports of the new one. */
const replace =
  (old: string, fresh: string, uplink: string, port: string): ScriptedChange['make'] =>
  async ({ add, find, remove, site }) => {
    find(old).unplug();
    site.network.moveCable(find(fresh).sn, { sn: find(uplink).sn, port });
    for (const { over, parentPort = '', parentSn, sn } of site.network.listPlaces())
      if (parentSn === find(old).sn && over === undefined)
        site.network.moveCable(sn, { sn: find(fresh).sn, port: parentPort });
    find(fresh).plug();
    await add(fresh);
    await remove(old);
  };

export const DAY_OF_CHANGES: readonly ScriptedChange[] = [
  { title: 'an access point moves to another switch', make: move('AP-1', 'Access-3', 'p9') },
  { title: 'an access point is renamed', make: ({ rename }) => rename('AP-1', 'Lobby') },
  { title: 'a camera loses its power', make: powerOff('Camera-1') },
  { title: 'the camera has power again', make: powerOn('Camera-1') },
  { title: 'a camera moves to another switch', make: move('Camera-2', 'Access-1', 'p9') },
  { title: 'an access point loses its power', make: powerOff('AP-2') },
  { title: 'the access point has power again', make: powerOn('AP-2') },
  {
    title: 'an access point is installed and added',
    make: async (living) => {
      await move('AP-8', 'Access-2', 'p10')(living);
      await powerOn('AP-8')(living);
      await living.add('AP-8');
    },
  },
  { title: 'one of two devices leaves an unmanaged switch', make: move('AP-5', 'Access-2', 'p11') },
  { title: 'the device returns behind the unmanaged switch', make: moveBehind('AP-5', 'unmanaged-1') },
  {
    title: 'an unmanaged switch is inserted, with a camera',
    make: (living) => {
      const { find, site } = living;
      const uplink = { sn: find('Access-1').sn, port: 'p2' };
      site.network.insertUnmanagedSwitch({ id: 'inserted', uplink, forwardsLldp: true });
      return moveBehind('Camera-1', 'inserted')(living);
    },
  },
  { title: 'the camera leaves the inserted switch', make: move('Camera-1', 'Access-2', 'p12') },
  { title: 'a recorder is removed from the project', make: ({ remove }) => remove('Recorder') },
  { title: 'the recorder is added again', make: ({ add }) => add('Recorder') },
  {
    title: 'a bridge link fails',
    make: ({ find, site }) => site.misalignBridge(find('Bridge-2').sn, 90),
  },
  {
    title: 'the bridge link works again',
    make: ({ find, site }) => site.misalignBridge(find('Bridge-2').sn, 0),
  },
  { title: 'a camera behind the bridge link moves', make: move('Camera-5', 'Shed', 'p2') },
  { title: 'the base of the bridge link moves to another switch', make: move('Bridge-1', 'Access-1', 'p12') },
  {
    title: 'a switch of the ring loses its uplink',
    make: ({ find, site }) => site.network.moveCable(find('Access-2').sn, undefined),
  },
  { title: 'the switch has its uplink again', make: move('Access-2', 'Core', 'p2') },
  { title: 'a switch loses its power', make: powerOff('Access-3') },
  { title: 'the switch has power again', make: powerOn('Access-3') },
  { title: 'a switch is replaced', make: replace('Access-3', 'Access-4', 'Core', 'p10') },
  { title: 'a switch is renamed', make: ({ rename }) => rename('Core', 'Basement') },
  { title: 'an access point without LLDP moves', make: move('AP-4', 'Access-4', 'p13') },
  { title: 'an access point leaves the switch that drops LLDP', make: move('AP-7', 'Access-1', 'p14') },
  {
    title: 'an unmanaged switch moves with its devices',
    make: ({ find, site }) => site.network.moveCable('unmanaged-2', { sn: find('Access-4').sn, port: 'p15' }),
  },
  { title: 'a camera behind it loses its power', make: powerOff('Camera-3') },
  { title: 'this camera has power again', make: powerOn('Camera-3') },
  { title: 'a recorder moves to another port', make: move('Recorder', 'Core', 'p12') },
  { title: 'the core switch moves to another port of the gateway', make: move('Core', 'Gateway', 'lan2') },
  { title: 'the gateway loses its power', make: powerOff('Gateway') },
  { title: 'the gateway has power again', make: powerOn('Gateway') },
  { title: 'the other device leaves the unmanaged switch', make: move('AP-6', 'Core', 'p13') },
  { title: 'a camera leaves the moved unmanaged switch', make: move('Camera-4', 'Core', 'p14') },
  { title: 'a switch of the ring moves to another port', make: move('Access-2', 'Core', 'p15') },
  {
    title: 'two access points are exchanged',
    make: (living) => {
      const places = living.site.network.listPlaces();
      const find = (name: string) => places.find(({ sn }) => sn === living.find(name).sn);
      const [one, other] = [find('AP-1'), find('AP-3')];
      for (const name of ['AP-1', 'AP-3']) living.site.network.moveCable(living.find(name).sn, undefined);
      for (const [name, place] of [
        ['AP-1', other],
        ['AP-3', one],
      ] as const)
        if (place)
          living.site.network.moveCable(living.find(name).sn, {
            sn: place.over ?? place.parentSn,
            port: place.over === undefined ? (place.parentPort ?? '') : living.find(name).sn,
          });
    },
  },
  {
    title: 'an access point is removed and stored',
    make: async (living) => {
      await living.remove('AP-8');
      await powerOff('AP-8')(living);
    },
  },
  {
    title: 'a stored camera is installed and added',
    make: async (living) => {
      await move('Camera-6', 'Shed', 'p5')(living);
      await powerOn('Camera-6')(living);
      await living.add('Camera-6');
    },
  },
  { title: 'the access point gets another name', make: ({ rename }) => rename('AP-1', 'Entrance') },
];
