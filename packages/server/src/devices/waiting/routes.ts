import { DomainError } from '@northlight/contract';
import { getAccount } from '../../platform/http/request-context.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { presentDevice } from '../present.ts';
import { findDevice } from '../store.ts';
import { addWaitingDevice } from './add-waiting-device.ts';
import { decideWaitingDevice, restoreWaitingDevice } from './decide.ts';
import { listWaiting } from './list-waiting.ts';

type Keys =
  | 'waitingDeviceList'
  | 'waitingDeviceAdd'
  | 'waitingDeviceIgnore'
  | 'waitingDeviceReject'
  | 'waitingDeviceRestore';

export function waitingRoutes(services: Services): HandlersOf<Keys> {
  const { db, clock } = services;
  return {
    waitingDeviceList: async (_input, context) => {
      const items = await listWaiting(db, getAccount(context).id);
      return { items, waiting: items.filter(({ status }) => status === 'waiting').length };
    },
    waitingDeviceAdd: async ({ params, body }, context) => {
      const { id, project } = await addWaitingDevice(context, { ...params, ...body });
      const row = await findDevice(db, project.projectId, id);
      if (!row) throw new DomainError('projectInvalid');
      return presentDevice(row, { principal: context.principal, project }, clock.now());
    },
    waitingDeviceIgnore: ({ params }, context) => decideWaitingDevice(context, params.sn, 'ignored'),
    waitingDeviceReject: ({ params }, context) => decideWaitingDevice(context, params.sn, 'rejected'),
    waitingDeviceRestore: ({ params }, context) => restoreWaitingDevice(context, params.sn),
  };
}
