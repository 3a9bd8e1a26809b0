import { type DhcpPool, listInsideNetworks, formatLease } from '@northlight/contract';
import {
  DHCP_POOL_NAME_MAX,
  formatMask,
  LEASE_CHOICES_MINUTES,
  LEASE_MAX_MINUTES,
  LEASE_MIN_MINUTES,
} from '@northlight/contract/net';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { NumberField, SelectField } from '../../../kit/form/fields.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { CodeField, Ipv4Field } from '../../../kit/form/typed-fields.tsx';
import { FieldText } from '../../../kit/form/FieldText.tsx';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import type { StagedFormProps } from '../../StagedListPage.tsx';
import { omitItem, replaceItem, useNetworkDraft } from '../../../draft/index.ts';
import {
  CUSTOM,
  createPoolValues,
  findPoolErrors,
  toPool,
  toPoolValues,
  suggestRange,
} from './pool-form-values.ts';
import { ReservationFields } from './ReservationFields.tsx';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { formatCount } from '../../../kit/format/index.ts';
import { Notice } from '../../../ui/Notice.tsx';
import {
  countAddresses,
  describeUseBefore,
  findPoolUse,
  isBeforeChange,
  isPoolFull,
  isPoolHigh,
} from './pool-use.ts';

const LEASES = [
  ...LEASE_CHOICES_MINUTES.map((minutes) => ({ value: String(minutes), label: formatLease(minutes) })),
  { value: CUSTOM, label: 'Custom' },
];

export function PoolForm({ item: pool, onClose }: StagedFormProps<DhcpPool>) {
  const draft = useNetworkDraft();
  const { config, scope } = draft;
  const { form, onSubmit } = useStagedForm({
    initialValues: pool ? toPoolValues(pool) : createPoolValues(config),
    validate: (values) => findPoolErrors(values, pool?.name, config, scope),
    onSubmit: async (values) => {
      const next = toPool(values);
      draft.update(replaceItem(config, 'dhcpPools', next, pool?.name));
      onClose();
    },
  });
  const networks = listInsideNetworks(config);
  const network = networks.find(({ id }) => String(id) === form.values.vlanId);
  const chooseVlan = (vlanId: string | null) => {
    if (vlanId === null) return;
    form.setValues({ vlanId, ...suggestRange(networks.find(({ id }) => String(id) === vlanId)) });
  };
  const removal = pool && {
    config: omitItem(config, 'dhcpPools', pool.name),
    sentence: `DHCP pool ${pool.name} will be removed.`,
  };
  const vlans = networks.map((vlan) => ({
    value: String(vlan.id),
    label: `${vlan.id} ${vlan.name} (${vlan.ip}/${vlan.prefix})`,
    disabled: config.dhcpPools.some(({ vlanId, name }) => vlanId === vlan.id && name !== pool?.name),
  }));
  return (
    <form onSubmit={onSubmit} noValidate>
      {pool && <PoolUseNote pool={pool} />}
      <FieldSet>
        <CodeField
          label="Name"
          description={`Digits, letters and underscores, up to ${DHCP_POOL_NAME_MAX}`}
          autoFocus={!pool}
          {...form.getInputProps('name')}
        />
        <SelectField
          label="VLAN"
          description="One pool for each VLAN"
          data={vlans}
          allowDeselect={false}
          {...form.getInputProps('vlanId')}
          value={form.values.vlanId || null}
          onChange={chooseVlan}
        />
        {network && (
          <>
            <FieldText label="Mask">{formatMask(network.prefix)}</FieldText>
            <FieldText label="Gateway">{network.ip}</FieldText>
          </>
        )}
        <FieldRow>
          <Ipv4Field label="First address" {...form.getInputProps('start')} />
          <Ipv4Field label="Last address" {...form.getInputProps('end')} />
        </FieldRow>
        <FieldRow>
          <Ipv4Field
            label="Primary DNS"
            description="Gateway IP if empty"
            empty="Gateway IP"
            {...form.getInputProps('dns1')}
          />
          <Ipv4Field label="Secondary DNS" description="Optional" {...form.getInputProps('dns2')} />
        </FieldRow>
        <FieldRow>
          <SelectField
            label="Lease"
            description="How long a client keeps its address"
            data={LEASES}
            allowDeselect={false}
            {...form.getInputProps('lease')}
          />
          {form.values.lease === CUSTOM && (
            <NumberField
              label="Minutes"
              description={`${LEASE_MIN_MINUTES} to ${LEASE_MAX_MINUTES.toLocaleString('en-US')}`}
              allowDecimal={false}
              clampBehavior="none"
              hideControls
              {...form.getInputProps('customMinutes')}
            />
          )}
        </FieldRow>
        <ReservationFields form={form} />
      </FieldSet>
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}

/** States how many addresses of a pool are in use, because a full pool is the reason to enlarge its range. */
function PoolUseNote({ pool }: { readonly pool: DhcpPool }) {
  const { id: projectId } = useProject();
  const deviceId = useNetworkDraft().scope.device?.id;
  const gateway = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: deviceId ?? '' } }),
    enabled: deviceId !== undefined,
  }).data;
  const use = findPoolUse(gateway, pool.vlanId);
  if (!use) return null;
  if (isBeforeChange(use, countAddresses(pool)))
    return <Notice tone="plain">In use: {describeUseBefore(use)}</Notice>;
  const count = `${formatCount(use.used)} of ${formatCount(use.addresses)} addresses in use`;
  if (!isPoolHigh(use)) return <Notice tone="plain">{count}</Notice>;
  return (
    <Notice tone="warning" title={`The pool is ${isPoolFull(use) ? 'full' : 'almost full'}: ${count}`}>
      Enlarge the range, or shorten the lease so that unused addresses become free earlier.
    </Notice>
  );
}
