import { type Device, PROMISED_DAYS_MAX, type RecorderChannel } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { NumberField } from '../../kit/form/fields.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { nameChannel } from './recorder-labels.ts';
import classes from './recorder.module.css';

interface PromisedDaysDialogProps {
  readonly device: Device;
  /** Channels with a camera. */
  readonly channels: readonly RecorderChannel[];
  readonly onClose: () => void;
}

const WRONG = `Enter a whole number from 1 to ${PROMISED_DAYS_MAX}, or nothing.`;

/** Sets for how many days recordings of each camera must be held: all at once by the first field, or one by one. */
export function PromisedDaysDialog({ channels, device, onClose }: PromisedDaysDialogProps) {
  const { id: projectId } = useProject();
  const { form, ...state } = useApiForm<{ channels: { number: number; days: number | '' }[] }>({
    initialValues: {
      channels: channels.map(({ number, promisedDays }) => ({ number, days: promisedDays ?? '' })),
    },
    validate: (values) =>
      Object.fromEntries(
        values.channels.flatMap(({ days }, index) =>
          days === '' || (Number.isInteger(days) && days >= 1 && days <= PROMISED_DAYS_MAX)
            ? []
            : [[`channels.${index}.days`, WRONG]],
        ),
      ),
    onSubmit: async (values) => {
      await call('recordingPromisesSet', {
        params: { projectId, deviceId: device.id },
        body: {
          channels: values.channels.map(({ days, number }) => ({ number, days: days === '' ? null : days })),
        },
      });
      onClose();
      await awaitRefetch();
    },
  });
  const [first] = form.values.channels;
  const common = form.values.channels.every(({ days }) => days === first?.days) ? (first?.days ?? '') : '';
  const setAll = (days: number | string): void =>
    form.setFieldValue(
      'channels',
      form.values.channels.map((channel) => ({ ...channel, days: typeof days === 'number' ? days : '' })),
    );
  return (
    <FormDialog {...state} title={`Promised days of ${device.name}`} submit="Save" onClose={onClose}>
      <p className="mut">
        An alarm is raised while the recorder will hold fewer days at its present rate, before recordings are
        lost. The recorder itself is not changed.
      </p>
      <NumberField label="All cameras" suffix=" days" value={common} onChange={setAll} />
      <div className={classes['promises']}>
        {channels.map((channel, index) => (
          <NumberField
            key={channel.number}
            label={nameChannel(channel)}
            suffix=" days"
            placeholder="No promise"
            {...form.getInputProps(`channels.${index}.days`)}
          />
        ))}
      </div>
    </FormDialog>
  );
}
