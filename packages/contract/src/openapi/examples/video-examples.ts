import { ALLOWED, createJob, type Examples, OK } from './example.ts';

/** Examples of recorders and cameras. */
export const videoExamples: Examples = {
  recorderDiskFormat: {
    body: { deviceName: 'NVR-1' },
    answer: createJob('disk-format', 'Format Disk 1 of NVR-1'),
  },
  cameraPictureList: {
    answer: {
      newest: {
        id: '6f1c7d52-3a0b-7c89-9d1e-27b4f0a8c365',
        takenAt: '2026-11-23T14:05:00.000Z',
        url: '/api/v1/projects/1001/pictures/6f1c7d52-3a0b-7c89-9d1e-27b4f0a8c365?size=large',
        smallUrl: '/api/v1/projects/1001/pictures/6f1c7d52-3a0b-7c89-9d1e-27b4f0a8c365?size=small',
        widthPx: 1280,
        heightPx: 720,
      },
      events: [],
      can: { take: ALLOWED },
    },
  },
  cameraPictureTake: { answer: createJob('snapshot', 'Take a picture with Gate') },
  recordingPromisesSet: { body: { channels: [{ number: 1, days: 30 }] }, answer: OK },
};
