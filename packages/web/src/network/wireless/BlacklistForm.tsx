import { type BlacklistEntry, blacklistEntry } from '@northlight/contract';
import { parseMac, POLICY_NAME_MAX } from '@northlight/contract/net';
import { FieldSet } from '../../kit/form/FieldSet.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { findZodErrors } from '../../kit/form/index.ts';
import { useStagedForm } from '../use-staged-form.ts';
import { StagedFormFoot } from '../StagedFormFoot.tsx';
import { type StagedFormProps } from '../StagedListPage.tsx';
import { useNetworkDraft } from '../../draft/index.ts';
import { getWireless, replaceWireless } from './staged-wireless.ts';
import { MacField } from '../../kit/form/typed-fields.tsx';

interface Values extends Record<string, unknown> {
  readonly mac: string;
  readonly remark: string;
}

const toEntry = ({ mac, remark }: Values): BlacklistEntry => ({
  mac: parseMac(mac) ?? mac,
  ...(remark !== '' && { remark }),
});

export function BlacklistForm({ item, onClose }: StagedFormProps<BlacklistEntry>) {
  const { config, update } = useNetworkDraft();
  const others = getWireless(config).blacklist.filter(({ mac }) => mac !== item?.mac);
  const { form, onSubmit } = useStagedForm<Values>({
    initialValues: { mac: item?.mac ?? '', remark: item?.remark ?? '' },
    validate: (values) => {
      const entry = toEntry(values);
      const errors = findZodErrors(blacklistEntry, entry);
      return others.some(({ mac }) => mac === entry.mac)
        ? { mac: 'This client is already blocked.', ...errors }
        : errors;
    },
    onSubmit: async (values) => {
      const entry = toEntry(values);
      update(replaceWireless(config, { blacklist: [...others, entry] }));
      onClose();
    },
  });
  const removal = item && {
    config: replaceWireless(config, { blacklist: others }),
    sentence: `${item.mac} will be able to join again.`,
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldSet>
        <MacField label="MAC" description="Any MAC format" autoFocus={!item} {...form.getInputProps('mac')} />
        <TextField
          label="Remark"
          description="Optional"
          maxLength={POLICY_NAME_MAX}
          {...form.getInputProps('remark')}
        />
      </FieldSet>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
