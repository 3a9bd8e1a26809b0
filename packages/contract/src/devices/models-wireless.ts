import type { ModelEntry } from './models.ts';
import {
  getDeviceCapabilities,
  createPortRow,
  RADIO_FEATURES,
  ROUTER_FEATURES,
  listRadios,
  createUplinkPort,
} from './models-ports.ts';

const listMeshPorts = (uplink: 'uplink' | 'wan') => [
  ...createPortRow('wan', 1, { role: uplink }),
  ...createPortRow('lan', 2, { role: 'lan' }),
];

/** Models of access points, mesh nodes, wireless routers and bridges. */
export const WIRELESS_MODELS: readonly ModelEntry[] = [
  {
    prefix: 'NL-AP6C',
    displayName: 'Ceiling AP AP6C',
    capabilities: getDeviceCapabilities({
      kind: 'ap',
      ports: [createUplinkPort()],
      radios: listRadios('2.4G', '5G'),
      features: RADIO_FEATURES,
    }),
  },
  {
    prefix: 'NL-AP6CPRO',
    displayName: 'Ceiling AP AP6C Pro, three radios',
    capabilities: getDeviceCapabilities({
      kind: 'ap',
      ports: [createUplinkPort(2500)],
      radios: listRadios('2.4G', '5G-1', '5G-2'),
      features: RADIO_FEATURES,
    }),
  },
  {
    prefix: 'NL-AP6O',
    displayName: 'Outdoor AP AP6O',
    capabilities: getDeviceCapabilities({
      kind: 'ap',
      housing: 'outdoor',
      ports: [createUplinkPort()],
      radios: listRadios('2.4G', '5G'),
      features: RADIO_FEATURES,
    }),
  },
  {
    prefix: 'NL-LAP',
    displayName: 'Linux access point',
    capabilities: getDeviceCapabilities({
      kind: 'ap',
      ports: [createUplinkPort()],
      radios: listRadios('2.4G', '5G'),
      features: [...RADIO_FEATURES, 'management-ip'],
    }),
  },
  {
    prefix: 'NL-MESHP',
    displayName: 'Mesh node MESHP, primary',
    capabilities: getDeviceCapabilities({
      kind: 'mesh',
      ports: listMeshPorts('wan'),
      radios: listRadios('2.4G', '5G-1', '5G-2'),
      features: [...RADIO_FEATURES, ...ROUTER_FEATURES, 'mesh', 'find-nodes'],
    }),
  },
  {
    prefix: 'NL-MESHS',
    displayName: 'Mesh node MESHS, secondary',
    capabilities: getDeviceCapabilities({
      kind: 'mesh',
      ports: listMeshPorts('uplink'),
      radios: listRadios('2.4G', '5G'),
      features: [...RADIO_FEATURES, 'mesh'],
    }),
  },
  {
    prefix: 'NL-LMESH',
    displayName: 'Linux mesh node',
    capabilities: getDeviceCapabilities({
      kind: 'mesh',
      ports: [createUplinkPort()],
      radios: listRadios('2.4G', '5G'),
      features: [...RADIO_FEATURES, 'management-ip'],
    }),
  },
  {
    prefix: 'NL-WR3',
    displayName: 'Wireless router WR3',
    capabilities: getDeviceCapabilities({
      kind: 'wrouter',
      ports: [...createPortRow('wan', 1, { role: 'wan' }), ...createPortRow('lan', 3, { role: 'lan' })],
      radios: listRadios('2.4G', '5G'),
      features: [...RADIO_FEATURES, ...ROUTER_FEATURES, 'vlan'],
    }),
  },
  {
    prefix: 'NL-CPE5',
    displayName: 'Bridge CPE5',
    capabilities: getDeviceCapabilities({
      kind: 'cpe',
      ports: [createUplinkPort(100)],
      radios: listRadios('5G').map((radio) => ({ ...radio, antennaGainDbi: 13 })),
      features: [...RADIO_FEATURES, 'bridge-link', 'management-ip'],
    }),
  },
  {
    prefix: 'NL-LCPE',
    displayName: 'Linux bridge',
    capabilities: getDeviceCapabilities({
      kind: 'cpe',
      ports: [createUplinkPort()],
      radios: listRadios('5G'),
      features: [...RADIO_FEATURES, 'bridge-link', 'management-ip'],
    }),
  },
];
