import { createJob, type Examples, OK } from './example.ts';

/** Examples of recorders and cameras. */
export const videoExamples: Examples = {
  recorderDiskFormat: {
    body: { deviceName: 'NVR-1' },
    answer: createJob('disk-format', 'Format Disk 1 of NVR-1'),
  },
  recordingPromisesSet: { body: { channels: [{ number: 1, days: 30 }] }, answer: OK },
};
