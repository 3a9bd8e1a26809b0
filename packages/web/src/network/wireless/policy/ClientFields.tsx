import { Button } from '@mantine/core';
import { GUEST_PRESETS, MAX_CLIENTS_LIMIT } from '@northlight/contract';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { NumberField, SelectField } from '../../../kit/form/fields.tsx';
import { EditOnly } from '../../../kit/form/read-only.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { PolicyPart } from './form-parts.ts';

const DHCP_OPTIONS = [
  { value: 'user', label: 'Network' },
  { value: 'ap', label: 'Access point' },
];

interface ClientFieldsProps extends PolicyPart {
  /** Clients per radio that the other policies leave to this one. */
  readonly free: number;
}

/** Fields for client limit, source of addresses and rate limits. */
export function ClientFields({ form, free }: ClientFieldsProps) {
  const { dhcp, enabled, guest, maxClients, vlanId } = form.values;
  return (
    <FieldSet>
      <FieldRow>
        <NumberField
          label="Maximum clients"
          description={`Per radio; ${free} of ${MAX_CLIENTS_LIMIT} are not used by other policies`}
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          {...form.getInputProps('maxClients')}
        />
      </FieldRow>
      {enabled && Number(maxClients) > free && (
        <EditOnly>
          <Notice tone="warning">
            A radio accepts {MAX_CLIENTS_LIMIT} clients of all policies together. Other policies use{' '}
            {MAX_CLIENTS_LIMIT - free}.{' '}
            {free === 0
              ? 'Lower the limit of one of them first.'
              : `Lower the limit of one of them, or allow at most ${free} here.`}
          </Notice>
        </EditOnly>
      )}
      <SelectField
        label="Addresses from"
        description={
          dhcp === 'ap'
            ? 'The access point assigns its own addresses and translates them (NAT)'
            : 'The DHCP server of the network assigns them'
        }
        data={DHCP_OPTIONS.map((option) =>
          option.value === 'ap' && vlanId !== '' && dhcp !== 'ap'
            ? { ...option, label: `${option.label}: not with a VLAN`, disabled: true }
            : option,
        )}
        allowDeselect={false}
        {...form.getInputProps('dhcp')}
      />
      <FieldRow>
        <RateField form={form} name="upMbps" label="Upload limit (Mbit/s)" />
        <RateField form={form} name="downMbps" label="Download limit (Mbit/s)" />
      </FieldRow>
      <EditOnly>
        <div className="row wrap gap-16 above" role="group" aria-label="Limits for guests">
          {GUEST_PRESETS.map(({ downKbps, upKbps }) => (
            <Button
              key={downKbps}
              variant="default"
              size="compact-xs"
              onClick={() => form.setValues({ upMbps: upKbps / 1000, downMbps: downKbps / 1000 })}
            >
              {upKbps / 1000} up, {downKbps / 1000} down
            </Button>
          ))}
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => form.setValues({ upMbps: '', downMbps: '' })}
          >
            No limit
          </Button>
          {guest && (
            <span className="mut above">Typical for guests: 10 Mbit/s up, 20 or 50 Mbit/s down.</span>
          )}
        </div>
      </EditOnly>
    </FieldSet>
  );
}

interface RateFieldProps extends Pick<PolicyPart, 'form'> {
  readonly name: 'upMbps' | 'downMbps';
  readonly label: string;
}

function RateField({ form, label, name }: RateFieldProps) {
  return (
    <NumberField
      label={label}
      description="Per client; empty for no limit"
      placeholder="No limit"
      empty="No limit"
      decimalScale={3}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      {...form.getInputProps(name)}
    />
  );
}
