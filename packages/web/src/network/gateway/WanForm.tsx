import type { NetworkScope, Wan } from '@northlight/contract';
import { Radio } from '@mantine/core';
import { Ipv4Field } from '../../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { KeptSecrets } from '../KeptSecrets.tsx';
import { StagedFormFoot } from '../StagedFormFoot.tsx';
import { type StagedFormProps } from '../StagedListPage.tsx';
import { useNetworkDraft } from '../draft-context.tsx';
import { withItem, withoutItem } from '../staged-lists.ts';
import classes from './gateway.module.css';
import { PppoeFields, ServiceField } from './PppoeFields.tsx';
import { keptPasswords, wanErrors, wanOf, wanValues } from './wan-form-values.ts';

/** A WAN port, and how it reaches the internet; undefined when nobody ever said. */
export interface WanPort {
  readonly port: string;
  readonly label: string;
  readonly way: Wan | undefined;
}

/** Ways that a gateway must be able to dial; nothing that Northlight manages dials the older two. */
const DIALLED = ['pppoe', 'pptp', 'l2tp'] as const;
const DIALLED_WORDS = { pppoe: 'PPPoE', pptp: 'PPTP', l2tp: 'L2TP' } as const;

function cannotDial({ device, features }: NetworkScope, way: (typeof DIALLED)[number]): string | undefined {
  if (way === 'pppoe' && (features.includes('pppoe') || !device)) return undefined;
  return `${device?.name ?? 'No gateway'} ${device ? 'has no' : 'has'} ${DIALLED_WORDS[way]}.`;
}

/** How one WAN port reaches the internet. */
export function WanForm({ item, onClose, onStaged }: StagedFormProps<WanPort>) {
  const draft = useNetworkDraft();
  const { config, scope, can } = draft;
  const port = item?.port ?? '';
  const { form, onSubmit } = useApiForm({
    initialValues: wanValues(item?.way),
    validate: (values) => wanErrors(values, port, config, scope),
    onSubmit: async (values) => {
      draft.update(withItem(config, 'wan', wanOf(values, port), port));
      onStaged(port);
    },
  });
  const removal = item?.way && {
    config: withoutItem(config, 'wan', port),
    sentence: `What was set for ${item.label} will be taken back.`,
  };
  const fixed = form.values.mode === 'static';
  const kept = keptPasswords(form.values);
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className={classes['form']} disabled={!can.allowed}>
        <Radio.Group label="Connection" {...form.getInputProps('mode')}>
          <div className={classes['ports']}>
            <Radio size="xs" value="dhcp" label="Dynamic IP" description="The provider gives the address" />
            <Radio
              size="xs"
              value="static"
              label="Static IP"
              description="The provider told you the address"
            />
            {DIALLED.map((way) => {
              const reason = cannotDial(scope, way);
              return (
                <Radio
                  key={way}
                  size="xs"
                  value={way}
                  label={DIALLED_WORDS[way]}
                  disabled={reason !== undefined}
                  description={reason ?? 'The provider gave you a user name'}
                />
              );
            })}
          </div>
        </Radio.Group>
        {form.values.mode === 'pppoe' && <PppoeFields form={form} scope={scope} />}
      </fieldset>
      {kept.length > 0 && <KeptSecrets secrets={kept} />}
      <fieldset className={classes['form']} disabled={!can.allowed}>
        {form.values.mode === 'pppoe' && <ServiceField form={form} />}
        {fixed && (
          <>
            <div className={classes['two']}>
              <Ipv4Field label="IP address" description="The gateway's own" {...form.getInputProps('ip')} />
              <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
            </div>
            <Ipv4Field
              label="Gateway"
              description="The provider's router, in the same network"
              {...form.getInputProps('gateway')}
            />
          </>
        )}
        <div className={classes['two']}>
          <Ipv4Field
            label="Primary DNS"
            description={fixed ? 'Optional' : 'Empty: as the provider says'}
            {...form.getInputProps('dns1')}
          />
          <Ipv4Field label="Secondary DNS" description="Optional" {...form.getInputProps('dns2')} />
        </div>
        <p className={classes['note']}>
          A gateway that cannot reach the cloud with this goes back to what it had by itself.
        </p>
      </fieldset>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}
