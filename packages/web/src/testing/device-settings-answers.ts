import type { Device, DeviceSettings, Job } from '@northlight/contract';
import type { Answers } from './answers.ts';
import { ALLOWED, IN_DEMO, OWNER, PAST } from './fixtures.ts';
import { createNetworkAnswers } from './network-answers.ts';

/** Settings that the device has, which a test can change as another account would. */
interface StoredSettings {
  version: number;
  settings: DeviceSettings;
}

/** Answers for the settings of one device and the draft of its project, which the device confirms at once. */
export function createDeviceSettingsAnswers(
  device: Device,
  stored: StoredSettings = { version: 0, settings: {} },
): Answers {
  const { id, name } = device;
  const confirmed: Job = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'configure',
    title: `Configure ${name}`,
    state: 'done',
    createdAt: PAST,
    finishedAt: PAST,
    createdBy: OWNER,
    rows: [{ deviceId: id, deviceName: name, state: 'done', issues: [], wave: 0, updatedAt: PAST }],
    wave: 0,
    can: { cancel: IN_DEMO, retry: IN_DEMO },
  };
  const network = createNetworkAnswers({ devices: [device], readSettings: () => stored });
  return {
    ...network,
    deviceSettingsGet: () => ({ ...stored, can: { configure: ALLOWED } }),
    networkConfigApply: ({ body }) => {
      stored.settings = body.devices?.[0]?.settings ?? stored.settings;
      stored.version += 1;
      return { version: 2, job: confirmed };
    },
    jobGet: confirmed,
  };
}
