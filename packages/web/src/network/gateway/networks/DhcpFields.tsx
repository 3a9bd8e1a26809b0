import type { DhcpPool, NetworkScope } from '@northlight/contract';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { FieldRow } from '../../../kit/form/FieldSet.tsx';
import { SwitchField } from '../../../kit/form/fields.tsx';
import { Ipv4Field } from '../../../kit/form/typed-fields.tsx';
import { formatPlural } from '../../../kit/format/index.ts';
import { PATHS } from '../../../paths.ts';
import { type DhcpValues, supportsDhcp } from './dhcp-values.ts';

interface DhcpFieldsProps<V extends DhcpValues & Record<string, unknown>> {
  readonly form: UseFormReturnType<V>;
  readonly scope: NetworkScope;
  /** Pool of the network in the draft; undefined if the network has no pool. */
  readonly pool: DhcpPool | undefined;
  /** True for several new networks, each of which gets its own range. */
  readonly isList?: boolean;
}

/** Switch for the DHCP server of a network, and fields for its range. */
export function DhcpFields<V extends DhcpValues & Record<string, unknown>>({
  form,
  isList = false,
  pool,
  scope,
}: DhcpFieldsProps<V>) {
  const { dhcp } = form.values;
  const isSupported = supportsDhcp(scope);
  const reserved = pool?.reservations?.length ?? 0;
  return (
    <>
      <SwitchField
        label="DHCP server"
        description={
          isSupported
            ? 'The gateway assigns addresses to clients in this network'
            : `${scope.device?.name} has no DHCP server`
        }
        disabled={!isSupported && !dhcp}
        {...form.getInputProps('dhcp', { type: 'checkbox' })}
        error={form.errors['dhcp']}
      />
      {dhcp && !isList && (
        <FieldRow>
          <Ipv4Field label="First address" {...form.getInputProps('start')} />
          <Ipv4Field label="Last address" {...form.getInputProps('end')} />
        </FieldRow>
      )}
      {dhcp && pool && (
        <p className="mut">
          <Link to={PATHS.dhcp} search={{ open: pool.name }} className="inline-row touch">
            DNS, lease and reserved addresses
          </Link>
        </p>
      )}
      {!dhcp && pool && (
        <p className="mut" role="status">
          Removes DHCP pool {pool.name}
          {reserved > 0 && ` with ${formatPlural(reserved, 'reserved address', 'reserved addresses')}`}.
        </p>
      )}
    </>
  );
}
