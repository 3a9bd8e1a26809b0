import type { Message, WaitingDevice } from '@northlight/contract';
import type { Answers } from './answers.ts';
import { ALLOWED, PAST } from './fixtures.ts';

/** An access point that presents the cloud code of the account. */
export const createWaitingDevice = (sn: string, values: Partial<WaitingDevice> = {}): WaitingDevice => ({
  sn,
  mac: '02:4e:4c:ee:00:01',
  model: 'NL-AP6C',
  modelName: 'AP6C',
  kind: 'ap',
  network: '192.0.2.7',
  since: PAST,
  lastSeenAt: PAST,
  status: 'waiting',
  can: { add: ALLOWED },
  ...values,
});

/** Answers with the pending devices and an unread message about each. */
export const createJoiningAnswers = (devices: readonly WaitingDevice[]): Answers => ({
  waitingDeviceList: { items: [...devices], waiting: devices.length },
  messageList: {
    items: devices.map(({ modelName, sn }): Message => ({
      kind: 'device',
      id: `device:${sn}`,
      at: PAST,
      read: 0,
      sn,
      modelName,
    })),
    unread: devices.length,
  },
});
