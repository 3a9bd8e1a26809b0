import type { ModelEntry } from './models.ts';
import { deviceCapabilities, portRow, RADIO_FEATURES, radiosFor, uplinkPort } from './models-ports.ts';

const meshPorts = [...portRow('wan', 1, { role: 'uplink' }), ...portRow('lan', 2, { role: 'lan' })];

/** Access points, mesh nodes, wireless routers and bridges. */
export const WIRELESS_MODELS: readonly ModelEntry[] = [
  {
    prefix: 'NL-AP6C',
    displayName: 'Ceiling AP AP6C',
    capabilities: deviceCapabilities({
      kind: 'ap',
      ports: [uplinkPort()],
      radios: radiosFor('2.4G', '5G'),
      features: RADIO_FEATURES,
    }),
  },
  {
    prefix: 'NL-AP6CPRO',
    displayName: 'Ceiling AP AP6C Pro, three radios',
    capabilities: deviceCapabilities({
      kind: 'ap',
      ports: [uplinkPort(2500)],
      radios: radiosFor('2.4G', '5G-1', '5G-2'),
      features: RADIO_FEATURES,
    }),
  },
  {
    prefix: 'NL-AP6O',
    displayName: 'Outdoor AP AP6O',
    capabilities: deviceCapabilities({
      kind: 'ap',
      ports: [uplinkPort()],
      radios: radiosFor('2.4G', '5G'),
      features: RADIO_FEATURES,
    }),
  },
  {
    prefix: 'NL-LAP',
    displayName: 'Linux access point',
    capabilities: deviceCapabilities({
      kind: 'ap',
      ports: [uplinkPort()],
      radios: radiosFor('2.4G', '5G'),
      features: [...RADIO_FEATURES, 'management-ip'],
    }),
  },
  {
    prefix: 'NL-MESHP',
    displayName: 'Mesh node MESHP, primary',
    capabilities: deviceCapabilities({
      kind: 'mesh',
      ports: meshPorts,
      radios: radiosFor('2.4G', '5G-1', '5G-2'),
      features: [...RADIO_FEATURES, 'mesh', 'dhcp'],
    }),
  },
  {
    prefix: 'NL-MESHS',
    displayName: 'Mesh node MESHS, secondary',
    capabilities: deviceCapabilities({
      kind: 'mesh',
      ports: meshPorts,
      radios: radiosFor('2.4G', '5G'),
      features: [...RADIO_FEATURES, 'mesh'],
    }),
  },
  {
    prefix: 'NL-WR3',
    displayName: 'Wireless router WR3',
    capabilities: deviceCapabilities({
      kind: 'wrouter',
      ports: [...portRow('wan', 1, { role: 'wan' }), ...portRow('lan', 3, { role: 'lan' })],
      radios: radiosFor('2.4G', '5G'),
      features: [...RADIO_FEATURES, 'dhcp'],
    }),
  },
  {
    prefix: 'NL-CPE5',
    displayName: 'Bridge CPE5',
    capabilities: deviceCapabilities({
      kind: 'cpe',
      ports: [uplinkPort(100)],
      radios: radiosFor('5G'),
      features: [...RADIO_FEATURES, 'cpe-mode', 'management-ip'],
    }),
  },
];
