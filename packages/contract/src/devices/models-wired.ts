import type { ModelEntry } from './models.ts';
import {
  DEFAULT_LIMITS,
  getDeviceCapabilities,
  GATEWAY_FEATURES,
  MAINTENANCE,
  createPortRow,
  createSwitchCapabilities,
  createUplinkPort,
} from './models-ports.ts';

/** Models of gateways, the controller, switches, recorders and cameras. */
export const WIRED_MODELS: readonly ModelEntry[] = [
  {
    prefix: 'NL-GW5',
    displayName: 'Gateway GW5, 5 ports',
    capabilities: getDeviceCapabilities({
      kind: 'gateway',
      ports: [...createPortRow('wan', 1, { role: 'wan' }), ...createPortRow('lan', 4, { role: 'lan' })],
      limits: { ...DEFAULT_LIMITS, pppoeLines: 2, wanPrefixMax: 32 },
      features: [...GATEWAY_FEATURES, 'pppoe'],
    }),
  },
  {
    prefix: 'NL-GW5L',
    displayName: 'Gateway GW5 Lite, 5 ports',
    capabilities: getDeviceCapabilities({
      kind: 'gateway',
      ports: [
        ...createPortRow('wan', 1, { role: 'wan', maxSpeedMbps: 100 }),
        ...createPortRow('lan', 4, { role: 'lan', maxSpeedMbps: 100 }),
      ],
      limits: {
        ...DEFAULT_LIMITS,
        vlanMin: 10,
        vlanMax: 1000,
        vlans: 8,
        dhcpPools: 4,
        staticRoutes: 16,
        portMappings: 16,
      },
      features: GATEWAY_FEATURES,
      restartsOn: ['vlan'],
    }),
  },
  {
    prefix: 'NL-GW10',
    displayName: 'Gateway GW10, 10 ports',
    capabilities: getDeviceCapabilities({
      kind: 'gateway',
      ports: [
        ...createPortRow('wan', 2, { role: 'wan', maxSpeedMbps: 2500 }),
        ...createPortRow('lan', 8, { role: 'lan', maxSpeedMbps: 2500 }),
      ],
      limits: {
        ...DEFAULT_LIMITS,
        vlanMin: 2,
        vlans: 128,
        dhcpPools: 128,
        staticRoutes: 256,
        portMappings: 256,
        pppoeLines: 4,
        wanPrefixMax: 32,
      },
      features: [...GATEWAY_FEATURES, 'pppoe'],
    }),
  },
  {
    prefix: 'NL-LGW',
    displayName: 'Linux gateway',
    capabilities: getDeviceCapabilities({
      kind: 'gateway',
      ports: [
        { id: 'wan0', label: 'WAN', role: 'wan', type: 'electrical', maxSpeedMbps: 1000, poe: false },
        ...createPortRow('lan', 2, { role: 'lan' }),
      ],
      limits: { ...DEFAULT_LIMITS, wanPrefixMax: 32 },
      features: GATEWAY_FEATURES,
    }),
  },
  {
    prefix: 'NL-AC100',
    displayName: 'Access controller AC100',
    capabilities: getDeviceCapabilities({
      kind: 'ac',
      ports: createPortRow('lan', 4, { role: 'lan' }),
      // The controller is a gateway without WAN ports, so it has no port mappings and no internet connection.
      features: ['vlan', 'dhcp', 'dhcp-reservation', 'route-table', ...MAINTENANCE],
    }),
  },
  {
    prefix: 'NL-SW8P',
    displayName: 'Access switch SW8P, 8 PoE ports',
    capabilities: createSwitchCapabilities({
      tier: 'access',
      ports: [
        ...createPortRow('p', 8, { role: 'access', poeWatts: 30 }),
        ...createPortRow('p', 2, { role: 'uplink', type: 'sfp', from: 9 }),
      ],
      poeBudgetWatts: 120,
    }),
  },
  {
    prefix: 'NL-SW24P',
    displayName: 'Access switch SW24P, 24 PoE ports',
    capabilities: createSwitchCapabilities({
      tier: 'access',
      ports: [
        ...createPortRow('p', 24, { role: 'access', poeWatts: 30 }),
        ...createPortRow('p', 4, { role: 'uplink', type: 'sfp', maxSpeedMbps: 10_000, from: 25 }),
      ],
      poeBudgetWatts: 370,
    }),
  },
  {
    prefix: 'NL-CS24F',
    displayName: 'Core switch CS24F, 24 SFP ports',
    capabilities: createSwitchCapabilities({
      tier: 'core',
      ports: [
        ...createPortRow('p', 24, { role: 'access', type: 'sfp', maxSpeedMbps: 10_000 }),
        ...createPortRow('p', 2, { role: 'uplink', type: 'sfp', maxSpeedMbps: 40_000, from: 25 }),
      ],
      limits: { ...DEFAULT_LIMITS, vlanMin: 1, vlans: 256 },
      restartsOn: ['speed'],
    }),
  },
  {
    prefix: 'NL-LSW',
    displayName: 'Linux switch',
    capabilities: createSwitchCapabilities({
      tier: 'access',
      ports: [
        ...createPortRow('p', 8, { role: 'access', poeWatts: 30 }),
        ...createPortRow('u', 1, { role: 'uplink' }),
      ],
      limits: { ...DEFAULT_LIMITS, vlanMin: 2 },
      poeBudgetWatts: 60,
    }),
  },
  {
    prefix: 'NL-NVR16',
    displayName: 'Video recorder NVR16',
    capabilities: getDeviceCapabilities({
      kind: 'nvr',
      ports: [createUplinkPort()],
      features: ['video', 'disk-format', 'management-ip', ...MAINTENANCE],
    }),
  },
  {
    prefix: 'NL-IPC4B',
    displayName: 'Bullet camera IPC4B',
    capabilities: getDeviceCapabilities({
      kind: 'ipc',
      ports: [createUplinkPort(100)],
      features: ['video', 'snapshot', 'management-ip', ...MAINTENANCE],
    }),
  },
  {
    prefix: 'NL-IPC4D',
    displayName: 'Dome camera IPC4D',
    capabilities: getDeviceCapabilities({
      kind: 'ipc',
      housing: 'dome',
      ports: [createUplinkPort(100)],
      features: ['video', 'snapshot', 'management-ip', ...MAINTENANCE],
    }),
  },
];
