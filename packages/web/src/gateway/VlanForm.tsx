import type { Vlan } from '@northlight/contract';
import { VLAN_NAME_MAX } from '@northlight/contract/net';
import { Button, Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { undoToast } from '../app/undo-toast.tsx';
import { Ipv4Field } from '../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../kit/form/PrefixField.tsx';
import { useApiForm } from '../kit/form/index.ts';
import { plural } from '../kit/format/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { useGatewayDraft } from './draft-context.tsx';
import classes from './gateway.module.css';
import { newVlanValues, vlanErrors, vlanOf, withoutVlan, withVlan } from './vlan-form-values.ts';

interface VlanFormProps {
  /** Undefined for a new one. */
  readonly vlan: Vlan | undefined;
  readonly onClose: () => void;
  readonly onStaged: (id: number) => void;
}

export function VlanForm({ vlan, onClose, onStaged }: VlanFormProps) {
  const draft = useGatewayDraft();
  const { config, scope, can } = draft;
  const { form, onSubmit } = useApiForm({
    initialValues: vlan ? { ...vlan, ports: [...vlan.ports] } : newVlanValues(config, scope),
    validate: (values) => vlanErrors(values, vlan?.id, config, scope),
    onSubmit: async (values) => {
      const next = vlanOf(values);
      draft.update(withVlan(config, next, vlan?.id));
      onStaged(next.id);
    },
  });
  const remove = () => {
    if (!vlan) return;
    const pools = config.dhcpPools.filter(({ vlanId }) => vlanId === vlan.id).length;
    draft.update(withoutVlan(config, vlan.id));
    onClose();
    undoToast(
      `VLAN ${vlan.id}${pools > 0 ? ` and ${plural(pools, 'DHCP pool')}` : ''} will be removed.`,
      () => draft.update(config),
    );
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className={classes['form']} disabled={!can.allowed}>
        <div className={classes['two']}>
          <NumberInput
            label="VLAN ID"
            description={`${scope.limits.vlanMin} to ${scope.limits.vlanMax}`}
            min={1}
            max={4094}
            allowDecimal={false}
            clampBehavior="none"
            hideControls
            autoFocus={!vlan}
            {...form.getInputProps('id')}
          />
          <TextInput
            label="Name"
            description={`Up to ${VLAN_NAME_MAX} characters`}
            {...form.getInputProps('name')}
          />
        </div>
        <div className={classes['two']}>
          <Ipv4Field
            label="Gateway address"
            description="The gateway's own in this VLAN"
            {...form.getInputProps('ip')}
          />
          <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
        </div>
        <PortChoice
          vlanId={vlan?.id}
          value={form.values.ports}
          error={form.errors['ports']}
          onChange={(ports) => form.setFieldValue('ports', ports)}
        />
      </fieldset>
      <Group justify="space-between" mt="lg">
        {vlan ? (
          <GatedButton can={can} variant="default" color="red" onClick={remove}>
            Remove
          </GatedButton>
        ) : (
          <span />
        )}
        <Group gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <GatedButton can={can} type="submit">
            Stage
          </GatedButton>
        </Group>
      </Group>
    </form>
  );
}

interface PortChoiceProps {
  readonly vlanId: number | undefined;
  readonly value: string[];
  readonly error: ReactNode;
  readonly onChange: (ports: string[]) => void;
}

/** The gateway's LAN ports; one that another VLAN has untagged says so. */
function PortChoice({ vlanId, value, error, onChange }: PortChoiceProps) {
  const { config, scope } = useGatewayDraft();
  if (scope.lanPorts.length === 0)
    return <p className={classes['note']}>Ports can be chosen when the project has a gateway.</p>;
  return (
    <Checkbox.Group
      label="Untagged LAN ports"
      description="A device plugged into one of these is in this VLAN"
      value={value}
      onChange={onChange}
      error={error}
    >
      <div className={classes['ports']}>
        {scope.lanPorts.map((port) => {
          const owner = config.vlans.find((each) => each.id !== vlanId && each.ports.includes(port.id));
          return (
            <Checkbox
              key={port.id}
              size="xs"
              value={port.id}
              label={port.label}
              description={owner && `in VLAN ${owner.id}`}
            />
          );
        })}
      </div>
    </Checkbox.Group>
  );
}
