import { type Lan, LAN_VLAN_ID } from '@northlight/contract';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { Ipv4Field } from '../../../kit/form/typed-fields.tsx';
import { PrefixField } from '../../../kit/form/PrefixField.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import { type StagedFormProps } from '../../StagedListPage.tsx';
import { useNetworkDraft } from '../../../draft/index.ts';
import { DhcpFields } from './DhcpFields.tsx';
import { changeNetwork } from './dhcp-values.ts';
import { findPool } from './network-rows.ts';
import { applyLanValues, findLanErrors, type LanValues, omitLan, toLanValues } from './lan-form-values.ts';

/** Form for the gateway's address in the LAN, the network of the ports that are untagged in no VLAN. */
export function LanForm({ item, onClose }: StagedFormProps<Lan>) {
  const draft = useNetworkDraft();
  const { config, scope } = draft;
  const { form, onSubmit } = useStagedForm<LanValues>({
    initialValues: toLanValues(item, config),
    validate: (values) => findLanErrors(values, config, scope),
    onSubmit: async (values) => {
      draft.update(applyLanValues(config, values));
      onClose();
    },
  });
  const setNetwork = (next: { readonly ip?: string; readonly prefix?: number }): void =>
    form.setValues(changeNetwork(form.values, next));
  const removal = item && {
    config: omitLan(config),
    sentence:
      'The LAN settings and their DHCP pool will be removed. LAN ports that are not untagged in a VLAN then carry no network.',
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldSet>
        <FieldRow>
          <Ipv4Field
            label="Gateway IP"
            description="Address of the gateway in the LAN"
            {...form.getInputProps('ip')}
            onChange={(event) => setNetwork({ ip: event.currentTarget.value })}
            onNetwork={setNetwork}
          />
          <PrefixField
            {...form.getInputProps('prefix')}
            value={form.values.prefix}
            onChange={(prefix) => setNetwork({ prefix })}
          />
        </FieldRow>
        <DhcpFields form={form} scope={scope} pool={findPool(config, LAN_VLAN_ID)} />
        <p className="mut">The network of every LAN port that is not untagged in a VLAN.</p>
      </FieldSet>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
