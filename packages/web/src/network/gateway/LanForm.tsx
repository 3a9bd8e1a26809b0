import type { Lan } from '@northlight/contract';
import { Ipv4Field } from '../../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { StagedFormFoot } from '../StagedFormFoot.tsx';
import { type StagedFormProps } from '../StagedListPage.tsx';
import { useNetworkDraft } from '../draft-context.tsx';
import { replaceItem, omitItem } from '../staged-lists.ts';
import classes from './gateway.module.css';
import { findLanErrors, toLan, toLanValues } from './lan-form-values.ts';

/** The gateway's address in the network of the LAN ports that are untagged in no VLAN. */
export function LanForm({ item, onClose, onStaged }: StagedFormProps<Lan>) {
  const draft = useNetworkDraft();
  const { config, scope, can } = draft;
  const { form, onSubmit } = useApiForm({
    initialValues: toLanValues(item),
    validate: (values) => findLanErrors(values, config, scope),
    onSubmit: async (values) => {
      draft.update(replaceItem(config, 'lan', toLan(values), 'lan'));
      onStaged('lan');
    },
  });
  const removal = item && {
    config: omitItem(config, 'lan', 'lan'),
    sentence:
      'The LAN settings will be removed. LAN ports that are untagged in no VLAN then carry no network.',
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className={classes['form']} disabled={!can.allowed}>
        <div className={classes['two']}>
          <Ipv4Field
            label="LAN address"
            description="Gateway IP in this network"
            {...form.getInputProps('ip')}
          />
          <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
        </div>
        <p className={classes['note']}>
          The network of every LAN port that is untagged in no VLAN. You can add a DHCP pool for it.
        </p>
      </fieldset>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
