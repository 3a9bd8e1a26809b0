import { NumberField, SelectField, SwitchField } from '../../../kit/form/fields.tsx';
import { useNetworkDraft } from '../../../draft/index.ts';
import type { PolicyPart } from './form-parts.ts';

const NONE = 'none';

const toVlanOption = (id: number) => ({ value: String(id), label: `${id}, not on the gateway` });

/** Fields for the VLAN of the clients and for guest access. */
export function NetworkFields({ form }: PolicyPart) {
  const { config, scope } = useNetworkDraft();
  const { vlanId } = form.values;
  const vlans = config.vlans.map(({ id, name }) => ({ value: String(id), label: `${id} ${name}` }));
  const own = vlanId === '' || config.vlans.some(({ id }) => id === vlanId) ? [] : [toVlanOption(vlanId)];
  const hasList = scope.wireless.hasGateway || vlans.length > 0;
  return (
    <>
      {hasList ? (
        <SelectField
          label="VLAN"
          description="Clients join this network. “None” is the LAN."
          data={[{ value: NONE, label: 'None' }, ...vlans, ...own]}
          allowDeselect={false}
          error={form.errors['vlanId']}
          value={vlanId === '' ? NONE : String(vlanId)}
          onChange={(next) => form.setValues({ vlanId: next === null || next === NONE ? '' : Number(next) })}
        />
      ) : (
        <NumberField
          label="VLAN"
          description="1 to 4094 on your own gateway, empty for no VLAN"
          placeholder="None"
          empty="None"
          allowDecimal={false}
          clampBehavior="none"
          hideControls
          {...form.getInputProps('vlanId')}
        />
      )}
      <SwitchField
        label="Guests"
        description="Internet only, clients isolated"
        {...form.getInputProps('guest', { type: 'checkbox' })}
      />
    </>
  );
}
