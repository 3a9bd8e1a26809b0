import { isOpenWifi, STP_AND_MIRROR, STP_PRIORITY_STEP } from '@northlight/contract';
import { FieldSet } from '../../kit/form/FieldSet.tsx';
import { SelectField, SwitchField } from '../../kit/form/fields.tsx';
import type { SettingsSectionProps } from './settings-section-props.ts';

const PRIORITIES = Array.from({ length: 16 }, (_, index) => String(index * STP_PRIORITY_STEP));

/**
 * Fields for spanning tree, which is not available while port mirroring is on. OpenWiFi switches have one tree for each
 * VLAN, all with the same priority.
 */
export function SpanningTreeFields({ device, form }: SettingsSectionProps) {
  const { mirrorSources, priority, tree } = form.values;
  const isByVlan = isOpenWifi(device.sn);
  const obstacle = mirrorSources.length > 0 && !tree ? STP_AND_MIRROR : undefined;
  return (
    <FieldSet>
      <SwitchField
        label={isByVlan ? 'Rapid spanning tree for each VLAN (RPVST+)' : 'Rapid spanning tree (RSTP)'}
        description={
          obstacle ??
          (tree
            ? 'Prevents loops, and recovers from a broken link within 1 s.'
            : 'Off: a loop in the cabling can stop the whole network.')
        }
        disabled={obstacle !== undefined}
        {...form.getInputProps('tree', { type: 'checkbox' })}
      />
      {tree && (
        <SelectField
          label="Priority"
          description={`The switch with the lowest value is the root bridge${isByVlan ? ' of each VLAN' : ''}`}
          data={PRIORITIES}
          allowDeselect={false}
          value={String(priority)}
          onChange={(value) => form.setValues({ priority: Number(value) })}
        />
      )}
    </FieldSet>
  );
}
