import { Button } from '@mantine/core';
import { FieldRow, FieldSet } from '../../kit/form/FieldSet.tsx';
import { MultiSelectField, SelectField } from '../../kit/form/fields.tsx';
import { EditOnly } from '../../kit/form/read-only.tsx';
import type { SettingsSectionProps } from './settings-section-props.ts';

const MODES = [
  { value: 'lacp', label: 'LACP' },
  { value: 'static', label: 'Static' },
];

/** Lists the link aggregations of a device, with the fields of a new one. */
export function LagFields({ caps, form, own }: SettingsSectionProps) {
  const { lags } = form.values;
  const label = (id: string): string => caps.ports.find((port) => port.id === id)?.label ?? id;
  const taken = new Set(lags.flatMap((lag) => lag.ports));
  const free = caps.ports.filter(({ id }) => !taken.has(id));
  return (
    <FieldSet>
      {lags.length > 0 && (
        <ul className="entries">
          {lags.map((lag) => (
            <li key={lag.id}>
              <span>
                {lag.id}, {lag.mode === 'lacp' ? 'LACP' : 'static'}: {lag.ports.map(label).join(', ')}
              </span>
              <EditOnly>
                <Button
                  variant="default"
                  onClick={() => form.setValues({ lags: lags.filter(({ id }) => id !== lag.id) })}
                >
                  Remove aggregation
                </Button>
              </EditOnly>
            </li>
          ))}
        </ul>
      )}
      {lags.length === 0 && !own.can.allowed && <p className="mut below">No ports are aggregated.</p>}
      <EditOnly>
        <FieldRow>
          <MultiSelectField
            label="Ports"
            description="2 or more for a new aggregation"
            data={free.map((port) => ({ value: port.id, label: port.label }))}
            {...form.getInputProps('lagPorts')}
          />
          <SelectField label="Mode" data={MODES} allowDeselect={false} {...form.getInputProps('lagMode')} />
        </FieldRow>
      </EditOnly>
    </FieldSet>
  );
}
