import type { Device } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { Age } from '../../kit/format/index.ts';
import { StateMark } from '../StateMark.tsx';
import { DEVICE_NAME_MAX, deviceName } from '@northlight/contract/net';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../app/toast.ts';
import { showUndoToast } from '../../app/undo-toast.tsx';
import { awaitRefetch, ApiError, createMutation, toErrorSentence } from '../../kit/api/index.ts';
import { InlineEdit } from '../../kit/controls/InlineEdit.tsx';

/** Header of the device panel, with name, state and age of the last report. */
export function DevicePanelTitle({ device }: { readonly device: Device }) {
  const { timeZone } = useProject();
  return (
    <>
      <DeviceName device={device} />
      <div className="row gap-10 regular text">
        <StateMark device={device} />
        <span className="mut">
          {device.waiting ? (
            'not connected yet'
          ) : (
            <Age at={device.reportedAt ?? device.stateAt} timeZone={timeZone} verb="seen" />
          )}
        </span>
      </div>
    </>
  );
}

function DeviceName({ device }: { readonly device: Device }) {
  const project = useProject();
  const rename = useMutation(createMutation('deviceRename'));
  const send = async (name: string): Promise<void> => {
    await rename.mutateAsync({ params: { projectId: project.id, deviceId: device.id }, body: { name } });
    await awaitRefetch();
  };
  const undo = (name: string): void => void send(name).catch((error: unknown) => toast.error(error));
  const save = async (name: string): Promise<string | undefined> => {
    const checked = deviceName.safeParse(name);
    if (!checked.success) return checked.error.issues[0]?.message;
    try {
      const before = device.name;
      await send(name);
      showUndoToast(`${before} is now called ${name}.`, () => undo(before));
      return undefined;
    } catch (error) {
      return (error instanceof ApiError && error.fields?.['name']) || toErrorSentence(error);
    }
  };
  return (
    <InlineEdit
      key={device.id}
      value={device.name}
      label="Name"
      can={device.can.rename}
      maxLength={DEVICE_NAME_MAX}
      onSave={save}
    />
  );
}
