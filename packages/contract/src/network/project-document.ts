import { SETTINGS_DOCUMENT, type SettingsItems, type DeviceSettings } from '../device-settings/index.ts';
import { defineDocument, type DocumentList } from '../kit/document/index.ts';
import { NETWORK_DOCUMENT, type NetworkItems } from './document.ts';
import type { NetworkConfig } from './schema.ts';

/** Everything that one draft of a project edits: the network configuration, and the settings of single devices. */
export interface ProjectContent {
  readonly config: NetworkConfig;
  /** Devices whose settings are edited; those of all other devices stay. */
  readonly devices: readonly { readonly deviceId: string; readonly settings: DeviceSettings }[];
}

interface OfDevice<Item> {
  readonly deviceId: string;
  readonly item: Item;
}
/** Items of a project by list: those of the network configuration, and those of the devices, for example `devices.ports`. */
export type ProjectItems = NetworkItems & {
  [L in keyof SettingsItems as `devices.${L}`]: OfDevice<SettingsItems[L]>;
};

const ofNetwork = <L extends keyof NetworkItems>(name: L): DocumentList<ProjectContent, NetworkItems[L]> => {
  const { key, read, write } = NETWORK_DOCUMENT.lists[name];
  return {
    key,
    read: ({ config }) => read(config),
    write: (content, items) => ({ ...content, config: write(content.config, items) }),
  };
};

export const formatDeviceKey = (deviceId: string, key: string): string => `${deviceId}/${key}`;

const ofDevices = <L extends keyof SettingsItems>(
  name: L,
): DocumentList<ProjectContent, OfDevice<SettingsItems[L]>> => {
  const { key, read, write } = SETTINGS_DOCUMENT.lists[name];
  return {
    key: ({ deviceId, item }) => formatDeviceKey(deviceId, key(item)),
    read: ({ devices }) =>
      devices.flatMap(({ deviceId, settings }) => read(settings).map((item) => ({ deviceId, item }))),
    write: (content, items) => {
      const own = Map.groupBy(items, ({ deviceId }) => deviceId);
      const settings = new Map(content.devices.map((device) => [device.deviceId, device.settings] as const));
      const devices = [...new Set([...settings.keys(), ...own.keys()])].map((deviceId) => ({
        deviceId,
        settings: write(
          settings.get(deviceId) ?? {},
          (own.get(deviceId) ?? []).map(({ item }) => item),
        ),
      }));
      return { ...content, devices };
    },
  };
};

/** The configuration of a project as one document: the network, and the settings of its devices. */
export const PROJECT_DOCUMENT = defineDocument<ProjectContent, ProjectItems>({
  vlans: ofNetwork('vlans'),
  dhcpPools: ofNetwork('dhcpPools'),
  lan: ofNetwork('lan'),
  wan: ofNetwork('wan'),
  staticRoutes: ofNetwork('staticRoutes'),
  portMappings: ofNetwork('portMappings'),
  clientLimits: ofNetwork('clientLimits'),
  bridgeLinks: ofNetwork('bridgeLinks'),
  'wireless.policies': ofNetwork('wireless.policies'),
  'wireless.blacklist': ofNetwork('wireless.blacklist'),
  'wireless.radios': ofNetwork('wireless.radios'),
  'wireless.countries': ofNetwork('wireless.countries'),
  'devices.ports': ofDevices('ports'),
  'devices.lags': ofDevices('lags'),
  'devices.spanningTree': ofDevices('spanningTree'),
  'devices.mirror': ofDevices('mirror'),
  'devices.management': ofDevices('management'),
  'devices.mesh': ofDevices('mesh'),
});

/** Returns the settings of a device in a content; empty if the content does not contain the device. */
export const getSettings = ({ devices }: ProjectContent, id: string): DeviceSettings =>
  devices.find(({ deviceId }) => deviceId === id)?.settings ?? {};
