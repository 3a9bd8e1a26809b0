import { STP_AND_MIRROR, STP_PRIORITY_DEFAULT, STP_PRIORITY_STEP } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import { FieldSet } from '../../kit/form/FieldSet.tsx';
import { SelectField, SwitchField } from '../../kit/form/fields.tsx';
import type { OwnSettings } from './use-settings.ts';

interface FormProps {
  readonly caps: Capabilities;
  readonly own: OwnSettings;
}

const PRIORITIES = Array.from({ length: 16 }, (_, index) => String(index * STP_PRIORITY_STEP));

/** Form for spanning tree, which is not available while port mirroring is on. */
export function SpanningTreeForm({ own }: FormProps) {
  const { settings } = own;
  const tree = settings.spanningTree ?? { enabled: false, priority: STP_PRIORITY_DEFAULT };
  const obstacle = settings.mirror && !tree.enabled ? STP_AND_MIRROR : undefined;
  return (
    <FieldSet>
      <SwitchField
        label="Rapid spanning tree (RSTP)"
        description={obstacle ?? 'Prevents loops, and recovers from a broken link within 1 s.'}
        checked={tree.enabled}
        disabled={obstacle !== undefined}
        onChange={(event) =>
          own.stage({ ...settings, spanningTree: { ...tree, enabled: event.currentTarget.checked } })
        }
      />
      {tree.enabled && (
        <SelectField
          label="Priority"
          description="The switch with the lowest value is the root bridge"
          data={PRIORITIES}
          allowDeselect={false}
          value={String(tree.priority)}
          onChange={(value) => own.stage({ ...settings, spanningTree: { ...tree, priority: Number(value) } })}
        />
      )}
    </FieldSet>
  );
}
