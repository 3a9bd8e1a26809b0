import { type Capabilities, capabilityLimits } from '@northlight/contract/device-protocol';
import {
  type Device,
  describeChanges,
  describeDeviceChanges,
  type DeviceSettings,
  EMPTY_NETWORK_CONFIG,
  isBroadcastRole,
  isGatewayRole,
  NET_MODES,
  type NetworkConfig,
  type NetworkDraft,
  type NetworkScope,
  type Permission,
  type StagedDevice,
} from '@northlight/contract';
import type { Answers } from './answers.ts';
import { ALLOWED, getCapabilities, PAST } from './fixtures.ts';
import { refuse } from './refuse.ts';

interface NetworkSite {
  readonly devices?: readonly Device[];
  readonly config?: NetworkConfig;
  readonly version?: number;
  /** Permission to configure; allowed by default. */
  readonly can?: Permission;
  readonly scope?: Partial<NetworkScope>;
  /** Returns the present settings of a device; by default it has none. */
  readonly readSettings?: (deviceId: string) => {
    readonly version: number;
    readonly settings: DeviceSettings;
  };
}

/**
 * Answers of the configuration pages of a project: the applied configuration, the capabilities of its devices
 * and the caller's draft, which each save replaces. Nothing is applied: a test that applies answers
 * `networkConfigApply` itself.
 */
export function createNetworkAnswers({
  can = ALLOWED,
  config = EMPTY_NETWORK_CONFIG,
  devices = [],
  scope,
  readSettings = () => ({ version: 0, settings: {} }),
  version = 1,
}: NetworkSite = {}): Answers {
  const fullScope = { ...createNetworkScope(devices), ...scope };
  const addFacts = <Staged extends StagedDevice>(staged: readonly Staged[]) =>
    staged.flatMap((own) => {
      const device = devices.find(({ id }) => id === own.deviceId);
      if (!device) return [];
      const { settings: stored, version: present } = readSettings(own.deviceId);
      const facts = { name: device.name, capabilities: getCapabilities(device.model) };
      return [{ base: stored, ...own, ...facts, version: present, stored }];
    });
  const describeStaged = (staged: readonly StagedDevice[] = []) =>
    addFacts(staged).flatMap((device) => describeDeviceChanges(device, device.base, device.settings));
  let draft: NetworkDraft | undefined;
  let saves = 0;
  return {
    networkConfigGet: { version, config, scope: fullScope, can: { configure: can } },
    networkDraftGet: () => (draft ? { draft: { ...draft, devices: addFacts(draft.devices) } } : {}),
    networkDraftSave: ({ body }) => {
      if (body.version !== (draft?.version ?? 0)) return refuse('configConflict');
      const staged = body.devices ?? draft?.devices ?? [];
      const isChanged = describeChanges(config, body.config).length + describeStaged(staged).length > 0;
      draft = isChanged
        ? {
            version: ++saves,
            baseVersion: body.baseVersion,
            base: config,
            config: body.config,
            devices: addFacts(staged),
            updatedAt: PAST,
          }
        : undefined;
      return draft ? { draft } : {};
    },
    networkDraftDiscard: () => {
      draft = undefined;
      return { ok: true };
    },
    networkConfigReview: ({ body }) => ({
      changes: [...describeChanges(config, body.config), ...describeStaged(body.devices)],
      devices: [],
      clientsAffected: 0,

      costs: [],
    }),
    networkEditorHeartbeat: { items: [] },
    networkAnswerList: { items: [] },
    networkDeliveryGet: {
      version,
      devices: devices
        .filter(({ role }) => isGatewayRole(role))
        .map(({ id, name }) => ({ id, name, parts: ['gateway'], state: 'confirmed' })),
    },
  };
}

/** Returns what the server computes from the capabilities of a project's devices. */
export function createNetworkScope(devices: readonly Device[]): NetworkScope {
  const gateway = devices.find(({ role }) => isGatewayRole(role));
  const radios = devices.filter(({ features, role }) => features.includes('wifi') && isBroadcastRole(role));
  const caps: Pick<Capabilities, 'features' | 'limits' | 'ports'> = gateway
    ? getCapabilities(gateway.model)
    : { features: [], limits: capabilityLimits.parse({}), ports: [] };
  return {
    ...(gateway && {
      device: { id: gateway.id, name: gateway.name, model: gateway.model, state: gateway.state },
    }),
    lanPorts: caps.ports.filter(({ role }) => role === 'lan'),
    wanPorts: caps.ports.filter(({ role }) => role === 'wan'),
    features: caps.features,
    limits: caps.limits,
    wireless: {
      netMode: NET_MODES.wlan,
      hasGateway: gateway !== undefined,
      country: 'PT',
      devices: radios.map(({ id, model, name }) => ({
        id,
        name,
        model,
        radios: getCapabilities(model).radios,
      })),
    },
    managementIps: [],
  };
}
