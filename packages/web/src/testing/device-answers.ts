import type { Device } from '@northlight/contract';
import type { Answers } from './answers.ts';
import { createDeviceDetail } from './fixtures.ts';
import { createNetworkAnswers } from './network-answers.ts';
import { refuse } from './refuse.ts';
import { createSeriesAnswers } from './series-answers.ts';

const DRAWING = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Answers of the device list and of the panel of each device, with an empty front panel as its picture. */
export const createDeviceAnswers = (devices: readonly Device[]): Answers => ({
  ...createNetworkAnswers({ devices }),
  ...createSeriesAnswers(),
  alarmList: { items: [] },
  deviceGet: ({ params }) => {
    const found = devices.find(({ id }) => id === params.deviceId);
    return found ? createDeviceDetail(found, { vectorImage: DRAWING }) : refuse('invalidParameters');
  },
});
