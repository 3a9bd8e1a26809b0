/** Complete and plausible values of the contract; a test states only the fields that it is about. */
import {
  ACCOUNT_KINDS,
  ACCOUNT_ROLES,
  BUILT_FLAGS,
  chooseRole,
  type Device,
  type DeviceDetail,
  DEMO_FUNC_SUPPORT,
  DEMO_WLAN_PROJECT,
  ERRORS,
  findCapabilities,
  formatModelName,
  listVisibleNav,
  NET_MODES,
  type OnlineClient,
  type Permission,
  type Project,
  type Session,
  TYPE_FLAG_DEMO,
} from '@northlight/contract';

export const ALLOWED = { allowed: true } as const;
/** Time before which all fixtures were created. */
export const PAST = '2026-03-01T12:00:00.000Z';
export const OWNER = 'anna@example.com';

/** Permission of a viewer with a read-only share. */
export const READ_ONLY: Permission = {
  allowed: false,
  code: ERRORS.readOnlyShare.code,
  reason: ERRORS.readOnlyShare.message,
  askWho: OWNER,
};
/** Permission of each account in a demo project. */
export const IN_DEMO: Permission = {
  allowed: false,
  code: ERRORS.demoProject.code,
  reason: ERRORS.demoProject.message,
};

export function createProject(values: Partial<Project> = {}): Project {
  return {
    id: 7,
    name: 'Small hotel',
    scenario: 'hotel',
    netMode: NET_MODES.wlan,
    country: 'Portugal',
    province: '',
    city: 'Lisbon',
    address: '',
    timeZone: 'Europe/Lisbon',
    typeFlag: 0,
    right: 'rw',
    property: 'own',
    isShare: false,
    deviceCount: 0,
    devicesOnline: 0,
    onlineUsers: 0,
    unreadAlarms: 0,
    openAlarms: 0,
    experienceNum: 0,
    createdAt: PAST,
    favourite: false,
    tags: [],
    can: { write: ALLOWED, addDevices: ALLOWED, own: ALLOWED, share: ALLOWED },
    ...values,
  };
}

/** A project that another account has shared with the viewer. */
export const createSharedProject = (values: Partial<Project> = {}): Project =>
  createProject({
    right: 'r',
    property: 'shared-read-only',
    isShare: true,
    owner: OWNER,
    can: { write: READ_ONLY, addDevices: READ_ONLY, own: READ_ONLY, share: READ_ONLY },
    ...values,
  });

export const createDemoProject = (values: Partial<Project> = {}): Project =>
  createProject({
    id: DEMO_WLAN_PROJECT,
    name: 'Hotel Lisboa',
    typeFlag: TYPE_FLAG_DEMO,
    right: 'r',
    property: 'demo',
    can: { write: IN_DEMO, addDevices: IN_DEMO, own: IN_DEMO, share: IN_DEMO },
    ...values,
  });

export function createSession(values: Partial<Session> = {}): Session {
  const flags = Object.fromEntries(BUILT_FLAGS.map((flag) => [flag, true]));
  const shown = listVisibleNav('web', undefined, flags);
  return {
    account: {
      id: 'a1',
      account: OWNER,
      nickname: 'Anna',
      role: ACCOUNT_ROLES.normal,
      kind: ACCOUNT_KINDS.guest,
      label: 'Common user',
    },
    accessType: 'web',
    visitor: false,
    csrfToken: 'token',
    idleMinutes: 0,
    menu: Object.fromEntries(shown.map(({ flag }) => [flag, true])),
    demoFuncSupport: [...DEMO_FUNC_SUPPORT],
    projectListVersion: 1,
    ...values,
  };
}

/** Returns the id of a fixture's device. */
export const createDeviceId = (name: string): string => name.replaceAll(/[^0-9A-Za-z]/g, '').padEnd(22, '0');

/** An online device of a model of the catalogue, for example `NL-GW5`. */
export function createDevice(model: string, name: string, values: Partial<Device> = {}): Device {
  const capabilities = getCapabilities(model);
  const { features, kind } = capabilities;
  return {
    id: createDeviceId(name),
    sn: `SN-${name}`,
    mac: '02:4e:53:00:00:01',
    name,
    model,
    modelName: formatModelName(model),
    kind,
    role: chooseRole(capabilities, NET_MODES.wlan, []),
    state: 1,
    stateAt: PAST,
    waiting: false,
    managed: 'cloud',
    managementMode: 1,
    linkType: 1,
    configState: 1,
    features,
    softwareVersion: '1.4.2',
    reportedAt: PAST,
    stale: false,
    config: { desiredRev: 1, reportedRev: 1, status: 'applied', issues: [] },
    can: {
      configure: ALLOWED,
      restart: ALLOWED,
      reset: ALLOWED,
      upgrade: ALLOWED,
      rename: ALLOWED,
      replace: ALLOWED,
      remove: ALLOWED,
      diagnose: ALLOWED,
      openLocalPage: ALLOWED,
    },
    ...values,
  };
}

/** The device as a viewer sees it who cannot change it. */
export const forbidDevice = (device: Device, reason: Permission = READ_ONLY): Device => ({
  ...device,
  can: {
    configure: reason,
    restart: reason,
    reset: reason,
    upgrade: reason,
    rename: reason,
    replace: reason,
    remove: reason,
    diagnose: reason,
    openLocalPage: reason,
  },
});

/** The answer of `deviceGet`: the device with its ports and radios, all of which are up. */
export function createDeviceDetail(device: Device, values: Partial<DeviceDetail> = {}): DeviceDetail {
  const capabilities = getCapabilities(device.model);
  return {
    ...device,
    capabilities,
    vectorImage: `/api/v1/projects/7/devices/${device.id}/drawing`,
    ports: capabilities.ports.map(({ id, label, maxSpeedMbps, poe, role, type }) => ({
      id,
      label,
      maxSpeedMbps,
      poe,
      role,
      type,
      up: true,
      speedMbps: maxSpeedMbps,
    })),
    radios: capabilities.radios.map((radio) => ({ ...radio, up: true })),
    radiosAt: PAST,
    ...values,
  };
}

export const createClient = (mac: string, values: Partial<OnlineClient> = {}): OnlineClient => ({
  mac,
  name: mac,
  device: { id: createDeviceId('AP-1'), name: 'AP-1' },
  online: true,
  connectedAt: PAST,
  lastSeenAt: PAST,
  ...values,
});

export function getCapabilities(model: string) {
  const found = findCapabilities(model);
  if (!found) throw new Error(`The catalogue has no model ${model}.`);
  return found;
}
