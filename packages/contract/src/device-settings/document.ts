import { defineDocument, type DocumentList } from '../kit/document/index.ts';
import type { DeviceSettings } from './schema.ts';

type Lists = Required<Pick<DeviceSettings, 'ports' | 'lags'>>;
type Parts = Required<Omit<DeviceSettings, 'ports' | 'lags'>>;
/** Items of the settings of one device: its ports and aggregations, and each other part as a whole. */
export type SettingsItems = { [L in keyof Lists]: Lists[L][number] } & Parts;

const PART_KEY = 'device';

const ofPart = <P extends keyof Parts>(name: P): DocumentList<DeviceSettings, Parts[P]> => ({
  key: () => PART_KEY,
  read: (settings) => {
    const parts: Partial<Parts> = settings;
    const part: Parts[P] | undefined = parts[name];
    return part === undefined ? [] : [part];
  },
  write: ({ [name]: _before, ...others }, [part]) =>
    part === undefined ? others : { ...others, [name]: part },
});

/** The settings of one device as a document. A port without an item has the defaults of the model. */
export const SETTINGS_DOCUMENT = defineDocument<DeviceSettings, SettingsItems>({
  ports: {
    key: ({ id }) => id,
    read: ({ ports }) => ports ?? [],
    write: (settings, ports) => ({ ...settings, ports: [...ports] }),
  },
  lags: {
    key: ({ id }) => id,
    read: ({ lags }) => lags ?? [],
    write: (settings, lags) => ({ ...settings, lags: [...lags] }),
  },
  spanningTree: ofPart('spanningTree'),
  mirror: ofPart('mirror'),
  management: ofPart('management'),
  mesh: ofPart('mesh'),
});
