import type { Lan } from '@northlight/contract';
import { Ipv4Field } from '../../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { StagedFormFoot } from '../StagedFormFoot.tsx';
import { type StagedFormProps } from '../StagedListPage.tsx';
import { useNetworkDraft } from '../draft-context.tsx';
import { withItem, withoutItem } from '../staged-lists.ts';
import classes from './gateway.module.css';
import { lanErrors, lanOf, lanValues } from './lan-form-values.ts';

/** The gateway's own address in the network of LAN ports that no VLAN has taken. */
export function LanForm({ item, onClose, onStaged }: StagedFormProps<Lan>) {
  const draft = useNetworkDraft();
  const { config, scope, can } = draft;
  const { form, onSubmit } = useApiForm({
    initialValues: lanValues(item),
    validate: (values) => lanErrors(values, config, scope),
    onSubmit: async (values) => {
      draft.update(withItem(config, 'lan', lanOf(values), 'lan'));
      onStaged('lan');
    },
  });
  const removal = item && {
    config: withoutItem(config, 'lan', 'lan'),
    sentence: 'The LAN will be taken back: ports that no VLAN has taken carry no network.',
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className={classes['form']} disabled={!can.allowed}>
        <div className={classes['two']}>
          <Ipv4Field label="LAN address" description="The gateway's own" {...form.getInputProps('ip')} />
          <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
        </div>
        <p className={classes['note']}>
          The network of every LAN port that no VLAN has untagged. It takes a DHCP pool like a VLAN does.
        </p>
      </fieldset>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
