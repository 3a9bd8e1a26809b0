import type { PlanPoint } from '@northlight/contract';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { formatLength, useLengthUnit } from '../plan/lengths.ts';
import { LengthInput } from '../plan/LengthInput.tsx';
import { rescalePlan } from '../plan/plan-changes.ts';
import type { FloorPlanEditor } from '../use-floor-plan.ts';

interface DialogProps {
  readonly editor: FloorPlanEditor;
  readonly from: PlanPoint;
  readonly to: PlanPoint;
  readonly onClose: () => void;
}

const NO_LENGTH: { readonly lengthM: number | string } = { lengthM: '' };
const LENGTH_MAX_M = 2_000;
const LENGTH_HINT = `Enter a length such as 13' 9", 13.75 or 4.2 m, up to 6,561 ft.`;

/** Asks for the distance of two points of the picture, which sets the scale. */
export function ScaleDialog({ editor, from, onClose, to }: DialogProps) {
  const unit = useLengthUnit();
  const { form, ...state } = useApiForm({
    initialValues: NO_LENGTH,
    validate: ({ lengthM }): Partial<Record<string, string>> =>
      typeof lengthM === 'number' && lengthM > 0 && lengthM <= LENGTH_MAX_M
        ? {}
        : { lengthM: unit === 'm' ? 'Enter a length above 0 m and up to 2,000 m.' : LENGTH_HINT },
    onSubmit: ({ lengthM }) => {
      editor.change((plan) => rescalePlan(plan, from, to, Number(lengthM)));
      onClose();
      return Promise.resolve();
    },
  });
  return (
    <FormDialog {...state} title="Scale" width="narrow" submit="Set scale" onClose={onClose}>
      <LengthInput
        label="Distance between the two points"
        description={`Now ${formatLength(Math.hypot(to.x - from.x, to.y - from.y), unit)}. Walls and devices keep their places on the picture.`}
        data-autofocus
        decimalScale={3}
        {...form.getInputProps('lengthM')}
      />
    </FormDialog>
  );
}
