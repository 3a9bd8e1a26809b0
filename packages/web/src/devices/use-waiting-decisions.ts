import type { WaitingDevice } from '@northlight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../app/confirm-store.ts';
import { toast } from '../app/toast.ts';
import { mutation } from '../kit/api/index.ts';

/** Not now, never, and back again. */
export function useWaitingDecisions() {
  const client = useQueryClient();
  const settled = {
    onSettled: () =>
      Promise.all(
        ['waitingDeviceList', 'messageList'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
    onError: (error: Error) => toast.error(error),
  };
  const ignore = useMutation({ ...mutation('waitingDeviceIgnore'), ...settled });
  const reject = useMutation({ ...mutation('waitingDeviceReject'), ...settled });
  const restore = useMutation({ ...mutation('waitingDeviceRestore'), ...settled });
  const params = ({ sn }: WaitingDevice) => ({ params: { sn } });
  return {
    ignore: (device: WaitingDevice) => ignore.mutate(params(device)),
    reject: (device: WaitingDevice) =>
      ask({
        title: `Reject ${device.sn}?`,
        body: 'It stays out of your list, whatever it presents, until you take that back. Other accounts are not affected.',
        confirm: 'Reject',
        danger: true,
        onConfirm: () => reject.mutate(params(device)),
      }),
    restore: (device: WaitingDevice) => restore.mutate(params(device)),
  };
}
