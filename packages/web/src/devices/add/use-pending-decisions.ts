import type { WaitingDevice } from '@northlight/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../app/confirm-store.ts';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation } from '../../kit/api/index.ts';

/** Returns the actions that ignore, reject and restore pending devices. */
export function usePendingDecisions() {
  const callbacks = {
    onSettled: awaitRefetch,
    onError: (error: Error) => toast.error(error),
  };
  const ignore = useMutation({ ...createMutation('waitingDeviceIgnore'), ...callbacks });
  const reject = useMutation({ ...createMutation('waitingDeviceReject'), ...callbacks });
  const restore = useMutation({ ...createMutation('waitingDeviceRestore'), ...callbacks });
  const params = ({ sn }: WaitingDevice) => ({ params: { sn } });
  return {
    ignore: (device: WaitingDevice) => ignore.mutate(params(device)),
    reject: (device: WaitingDevice) =>
      ask({
        title: `Reject ${device.sn}?`,
        body: 'It stays hidden until you restore it. Other accounts are not affected.',
        confirm: 'Reject',
        danger: true,
        onConfirm: () => reject.mutate(params(device)),
      }),
    restore: (device: WaitingDevice) => restore.mutate(params(device)),
  };
}
