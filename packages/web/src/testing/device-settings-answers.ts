import { type Device, describeSettings, type DeviceSettings, type Job } from '@northlight/contract';
import type { Answers } from './answers.ts';
import { ALLOWED, getCapabilities, IN_DEMO, OWNER, PAST } from './fixtures.ts';

/** Answers for the settings of one device, which confirms applied settings at once. */
export function createDeviceSettingsAnswers({ id, model, name }: Device): Answers {
  let settings: DeviceSettings = {};
  let version = 0;
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
  return {
    deviceSettingsGet: () => ({ version, settings, can: { configure: ALLOWED } }),
    deviceSettingsReview: ({ body }) => ({
      changes: body.changes.flatMap((change) =>
        describeSettings(getCapabilities(model), settings, change.settings),
      ),
      devices: [{ id, name, model, online: true, restarts: false }],
      clientsAffected: 0,
      clientsTouched: 0,
      costs: [],
      refused: [],
    }),
    deviceSettingsApply: ({ body }) => {
      settings = body.changes[0]?.settings ?? settings;
      version += 1;
      return confirmed;
    },
    jobGet: confirmed,
  };
}
