import {
  type NetworkConfig,
  findVlanReferences,
  type Vlan,
  type VlanReference,
  type WifiPolicy,
  findWirelessUsers,
  type DeviceDetail,
} from '@northlight/contract';
import { VLAN_NAME_MAX } from '@northlight/contract/net';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { FieldRow, FieldSet } from '../../../kit/form/FieldSet.tsx';
import { CodeField, DigitsField, Ipv4Field } from '../../../kit/form/typed-fields.tsx';
import { PrefixField } from '../../../kit/form/PrefixField.tsx';
import { useStagedForm } from '../../use-staged-form.ts';
import { Section } from '../../../kit/page/index.ts';
import { PATHS } from '../../../paths.ts';
import { StagedFormFoot } from '../../StagedFormFoot.tsx';
import type { StagedFormProps } from '../../StagedListPage.tsx';
import { useNetworkDraft } from '../../../draft/index.ts';
import { DhcpFields } from './DhcpFields.tsx';
import { changeNetwork } from './dhcp-values.ts';
import { findPool } from './network-rows.ts';
import { PortMembershipField } from './PortMembershipField.tsx';
import {
  addVlanList,
  applyVlanValues,
  changeId,
  createVlanValues,
  findVlanErrors,
  isVlanUnused,
  listPortsToDevices,
  omitVlan,
  toVlans,
  toVlanValues,
  type VlanValues,
} from './vlan-form-values.ts';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../../app/shell-context.tsx';
import { hasStaleData } from '../../../devices/index.ts';
import { createQuery } from '../../../kit/api/index.ts';

const LIST = new Intl.ListFormat('en');

export function VlanForm({ item: vlan, onClose }: StagedFormProps<Vlan>) {
  const draft = useNetworkDraft();
  const { config, scope } = draft;
  const references = vlan ? findVlanReferences(config, vlan) : [];
  const policies = vlan ? findWirelessUsers(vlan.id, config) : [];
  const { form, onSubmit } = useStagedForm<VlanValues>({
    initialValues: vlan ? toVlanValues(vlan, config) : createVlanValues(config, scope),
    validate: (values) => findVlanErrors(values, vlan?.id, config, scope),
    onSubmit: async (values) => {
      const vlans = vlan ? undefined : toVlans(values, config, scope);
      if (vlans) {
        draft.update(addVlanList(config, vlans, values.dhcp));
        onClose();
        return;
      }
      draft.update(applyVlanValues(config, values, vlan?.id));
      onClose();
    },
  });
  const setNetwork = (next: { readonly ip?: string; readonly prefix?: number }): void =>
    form.setValues(changeNetwork(form.values, next));
  const reported = useReportedPorts(scope.device?.id);
  const preset = useEffectEvent((ports: string[]) => {
    const { ports: untagged, taggedPorts } = form.values;
    if (untagged.length + taggedPorts.length > 0) return;
    form.setValues({ taggedPorts: ports });
  });
  // A new VLAN is tagged on the ports to switches and access points, because otherwise no client could join it.
  useEffect(() => {
    if (vlan || !reported) return;
    preset(listPortsToDevices(reported, scope.lanPorts));
  }, [vlan, reported, scope.lanPorts]);
  const list = vlan ? undefined : toVlans(form.values, config, scope);
  const range = `${scope.limits.vlanMin} to ${scope.limits.vlanMax}`;
  const removal = vlan && {
    config: omitVlan(config, vlan),
    sentence: `${LIST.format([`VLAN ${vlan.id}`, ...references.map(({ title }) => title)])} will be removed.`,
    // Removing the VLAN also removes its pools, routes and mappings; Wi-Fi policies must be moved to another
    // VLAN first.
    blocked:
      policies[0] &&
      `The wireless policy ${policies[0].name} uses this VLAN. Choose another VLAN for the policy first.`,
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <FieldSet>
        <FieldRow>
          <DigitsField
            label="VLAN ID"
            description={vlan ? range : `One of ${range}, or several: 20,30,40-43`}
            inputMode={vlan ? 'numeric' : 'text'}
            autoFocus={!vlan}
            {...form.getInputProps('id')}
            onChange={(event) => form.setValues(changeId(form.values, event.currentTarget.value, config))}
          />
          {!list && (
            <CodeField
              label="Name"
              description={`Up to ${VLAN_NAME_MAX} characters`}
              {...form.getInputProps('name')}
            />
          )}
        </FieldRow>
        {list ? (
          <VlanList vlans={list} />
        ) : (
          <FieldRow>
            <Ipv4Field
              label="Gateway IP"
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
        )}
        <DhcpFields
          form={form}
          scope={scope}
          pool={vlan && findPool(config, vlan.id)}
          isList={list !== undefined}
        />
        {scope.lanPorts.length === 0 ? (
          <p className="mut">Add a gateway to the project to choose its ports.</p>
        ) : (
          <PortMembershipField
            ports={scope.lanPorts}
            reported={reported}
            value={form.values}
            canUntag={!list}
            findOwner={(port) => findOwner(port, config, vlan?.id)}
            onChange={(value) => form.setValues({ ...form.values, ...value })}
            error={form.errors['ports'] ?? form.errors['taggedPorts']}
          />
        )}
        {!list && isVlanUnused(form.values, scope, policies) && (
          <p className="mut" role="status">
            No LAN port and no Wi-Fi network uses this VLAN yet. Clients cannot join it.
          </p>
        )}
      </FieldSet>
      {references.length + policies.length > 0 && <UsedBy users={references} policies={policies} />}
      <StagedFormFoot removal={removal} onClose={onClose} />
    </form>
  );
}

const LISTED = 6;

/** Preview of the VLANs that an ID list adds; their names and addresses can be changed afterwards. */
function VlanList({ vlans }: { readonly vlans: readonly Vlan[] }) {
  const rest = vlans.length - LISTED;
  return (
    <Section title={`${vlans.length} new VLANs`}>
      <ul className="grid gap-4">
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
      <p className="mut">You can change names, addresses and untagged ports afterwards.</p>
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

/**
 * Lists the settings that use the VLAN, with links. Removing the VLAN removes them too, except Wi-Fi
 * policies.
 */
function UsedBy({ policies, users }: UsedByProps) {
  return (
    <Section title="In use by">
      <ul className="grid gap-4">
        {users.map(({ kind, name, title }) => (
          <li key={title}>
            <Link to={PAGE_OF[kind]} search={{ open: name }} className="inline-row touch">
              {title}
            </Link>
          </li>
        ))}
        {policies.map(({ id, name }) => (
          <li key={id}>
            <Link to={PATHS.wireless} search={{ open: id }} className="inline-row touch">
              Wireless policy {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Returns the other VLAN in which a port is untagged, for example `VLAN 20`. */
function findOwner(port: string, config: NetworkConfig, own: number | undefined): string | undefined {
  const owner = config.vlans.find(({ id, ports }) => id !== own && ports.includes(port));
  return owner && `VLAN ${owner.id}`;
}

/**
 * Returns the ports that the gateway reported; undefined while they load, and when the last report is stale.
 */
function useReportedPorts(deviceId: string | undefined): DeviceDetail['ports'] | undefined {
  const { id: projectId } = useProject();
  const { data } = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: deviceId ?? '' } }),
    enabled: deviceId !== undefined,
  });
  return data && !hasStaleData(data) ? data.ports : undefined;
}
