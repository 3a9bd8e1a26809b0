import { STP_AND_MIRROR } from '@northlight/contract';
import { Button } from '@mantine/core';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { MultiSelectField, SelectField } from '../../kit/form/fields.tsx';
import { EditOnly } from '../../kit/form/read-only.tsx';
import type { SettingsSectionProps } from './settings-section-props.ts';

const DIRECTIONS = [
  { value: 'both', label: 'Both directions' },
  { value: 'in', label: 'Incoming' },
  { value: 'out', label: 'Outgoing' },
];

/** Fields that select ports whose traffic is mirrored to another port. */
export function MirrorFields({ caps, form, own }: SettingsSectionProps) {
  const { mirrorSources, mirrorTarget, tree } = form.values;
  const ports = caps.ports.map(({ id, label }) => ({ value: id, label }));
  const isOff = mirrorSources.length === 0 && mirrorTarget === null;
  if (isOff && !own.can.allowed) return <p className="mut below">Port mirroring is off.</p>;
  if (isOff && tree) return <p className="mut below">{STP_AND_MIRROR}</p>;
  return (
    <FieldSet>
      <MultiSelectField label="Source ports" data={ports} {...form.getInputProps('mirrorSources')} />
      <FieldRow>
        <SelectField
          label="Direction"
          data={DIRECTIONS}
          allowDeselect={false}
          {...form.getInputProps('mirrorDirection')}
        />
        <SelectField label="Destination port" data={ports} {...form.getInputProps('mirrorTarget')} />
      </FieldRow>
      {!isOff && (
        <EditOnly>
          <div>
            <Button
              variant="default"
              onClick={() => form.setValues({ mirrorSources: [], mirrorTarget: null })}
            >
              Turn off mirroring
            </Button>
          </div>
        </EditOnly>
      )}
    </FieldSet>
  );
}
