import {
  type NetworkConfig,
  findVlanReferences,
  type Vlan,
  type VlanReference,
  type WifiPolicy,
  findWirelessUsers,
} from '@northlight/contract';
import { VLAN_LIST_MAX, VLAN_NAME_MAX } from '@northlight/contract/net';
import { Checkbox, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ipv4Field } from '../../kit/form/Ipv4Field.tsx';
import { PrefixField } from '../../kit/form/PrefixField.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { StagedFormFoot } from '../StagedFormFoot.tsx';
import { type StagedFormProps } from '../StagedListPage.tsx';
import { useNetworkDraft } from '../draft-context.tsx';
import classes from './gateway.module.css';
import {
  addVlans,
  createVlanValues,
  findVlanErrors,
  toVlan,
  toVlans,
  toVlanValues,
  omitVlan,
  replaceVlan,
} from './vlan-form-values.ts';

const LIST = new Intl.ListFormat('en');

export function VlanForm({ item: vlan, onClose, onStaged }: StagedFormProps<Vlan>) {
  const draft = useNetworkDraft();
  const { config, scope, can } = draft;
  const references = vlan ? findVlanReferences(config, vlan) : [];
  const policies = vlan ? findWirelessUsers(vlan.id, config) : [];
  const { form, onSubmit } = useApiForm({
    initialValues: vlan ? toVlanValues(vlan) : createVlanValues(config, scope),
    validate: (values) => findVlanErrors(values, vlan?.id, config, scope),
    onSubmit: async (values) => {
      const list = vlan ? undefined : toVlans(values, scope);
      if (list) {
        draft.update(addVlans(config, list));
        onClose();
        return;
      }
      const next = toVlan(values);
      draft.update(replaceVlan(config, next, vlan?.id));
      onStaged(String(next.id));
    },
  });
  const list = vlan ? undefined : toVlans(form.values, scope);
  const range = `${scope.limits.vlanMin} to ${scope.limits.vlanMax}`;
  const removal = vlan && {
    config: omitVlan(config, vlan),
    sentence: `${LIST.format([`VLAN ${vlan.id}`, ...references.map(({ title }) => title)])} will be removed.`,
    // Pools, routes and mappings are removed with the VLAN; Wi-Fi policies must be moved first.
    blocked:
      policies[0] &&
      `The wireless policy ${policies[0].name} uses this VLAN. Choose another VLAN for the policy first.`,
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <fieldset className={classes['form']} disabled={!can.allowed}>
        <div className={list ? undefined : classes['two']}>
          <TextInput
            label="VLAN ID"
            description={vlan ? range : `${range}; up to ${VLAN_LIST_MAX} as 3,5,10-13`}
            inputMode={vlan ? 'numeric' : 'text'}
            autoComplete="off"
            autoFocus={!vlan}
            {...form.getInputProps('id')}
          />
          {!list && (
            <TextInput
              label="Name"
              description={`Up to ${VLAN_NAME_MAX} characters`}
              {...form.getInputProps('name')}
            />
          )}
        </div>
        {list ? (
          <VlanList vlans={list} />
        ) : (
          <div className={classes['two']}>
            <Ipv4Field label="Gateway IP" {...form.getInputProps('ip')} />
            <PrefixField {...form.getInputProps('prefix')} value={form.values.prefix} />
          </div>
        )}
        {scope.lanPorts.length === 0 ? (
          <p className={classes['note']}>Add a gateway to the project to choose its ports.</p>
        ) : (
          <>
            {!list && (
              <PortChoice
                label="Untagged LAN ports"
                description="Devices on these ports are in this VLAN"
                usageOf={(port) => findOwner(port, config, vlan?.id)}
                {...form.getInputProps('ports')}
              />
            )}
            <PortChoice
              label="Tagged LAN ports"
              description="Trunk ports to switches and access points"
              usageOf={(port) => (!list && form.values.ports.includes(port) ? 'untagged here' : undefined)}
              {...form.getInputProps('taggedPorts')}
            />
          </>
        )}
      </fieldset>
      {references.length + policies.length > 0 && <UsedBy users={references} policies={policies} />}
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}

const LISTED = 6;

/** The VLANs that a list adds; their names and addresses can be changed afterwards. */
function VlanList({ vlans }: { readonly vlans: readonly Vlan[] }) {
  const rest = vlans.length - LISTED;
  return (
    <Section title={`${vlans.length} new VLANs`}>
      <ul className={classes['users']}>
        {vlans.slice(0, LISTED).map(({ id, ip, name, prefix }) => (
          <li key={id}>
            {name}{' '}
            <span className="mut">
              {ip}/{prefix}
            </span>
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
      <p className={classes['note']}>You can change names, addresses and untagged ports afterwards.</p>
    </Section>
  );
}

const PAGE_OF = {
  dhcpPools: PATHS.dhcp,
  staticRoutes: PATHS.staticRoute,
  portMappings: PATHS.portMapping,
} as const;

interface UsedByProps {
  readonly users: readonly VlanReference[];
  readonly policies: readonly WifiPolicy[];
}

/** Settings that use the VLAN, with links; removing the VLAN removes them too, except Wi-Fi policies. */
function UsedBy({ policies, users }: UsedByProps) {
  return (
    <Section title="In use by">
      <ul className={classes['users']}>
        {users.map(({ kind, name, title }) => (
          <li key={title}>
            <Link to={PAGE_OF[kind]} search={{ open: name }} className={classes['user']}>
              {title}
            </Link>
          </li>
        ))}
        {policies.map(({ id, name }) => (
          <li key={id}>
            <Link to={PATHS.wireless} search={{ open: id }} className={classes['user']}>
              Wireless policy {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Returns the VLAN in which a port is untagged already: `in VLAN 20`. */
function findOwner(port: string, config: NetworkConfig, own: number | undefined): string | undefined {
  const owner = config.vlans.find(({ id, ports }) => id !== own && ports.includes(port));
  return owner && `in VLAN ${owner.id}`;
}

interface PortChoiceProps {
  readonly label: string;
  readonly description: string;
  readonly value?: string[];
  readonly error?: ReactNode;
  readonly onChange?: (ports: string[]) => void;
  /** Current use of a port: `in VLAN 20`. */
  readonly usageOf: (port: string) => string | undefined;
}

function PortChoice({ usageOf, ...group }: PortChoiceProps) {
  const { scope } = useNetworkDraft();
  return (
    <Checkbox.Group {...group}>
      <div className={classes['ports']}>
        {scope.lanPorts.map(({ id, label }) => (
          <Checkbox key={id} size="xs" value={id} label={label} description={usageOf(id)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
