import { ACCESS_POINT, type Examples } from './example.ts';

const OTHER = { deviceId: 'accesspoint0000000000002', deviceName: 'Restaurant' };
const radio = {
  deviceId: ACCESS_POINT.id,
  deviceName: ACCESS_POINT.name,
  radioId: 'radio0',
};

export const rfExamples: Examples = {
  rfInterferenceGet: {
    answer: {
      online: 2,
      bands: [
        {
          band: '2.4G',
          channels: [
            { channel: 1, radios: 0, foreignNetworks: 4 },
            { channel: 6, radios: 2, foreignNetworks: 1, busyPercent: 41.5 },
          ],
        },
        { band: '5G', channels: [] },
      ],
      pairs: [
        { a: radio, b: { ...OTHER, radioId: 'radio0' }, channel: 6, signalDbm: -58, lostPercent: 24.8 },
      ],
      radios: [
        {
          ...radio,
          band: '2.4G',
          channel: 6,
          widthMhz: 20,
          powerDbm: 20,
          clients: 7,
          busyPercent: 43,
          txPercent: 12,
          rxPercent: 4.5,
          noiseDbm: -95,
          ownOnChannel: 1,
          foreignOnChannel: 1,
          reportedAt: '2026-11-23T14:04:48Z',
          scannedAt: '2026-11-23T14:01:00Z',
        },
      ],
    },
  },
};
