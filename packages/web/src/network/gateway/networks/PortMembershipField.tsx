import type { DeviceDetail } from '@northlight/contract';
import type { PortCapability } from '@northlight/contract/device-protocol';
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useReadOnly } from '../../../kit/form/read-only.tsx';
import { getLinkState, PortIcon } from '../../../devices/index.ts';
import classes from '../gateway.module.css';
import {
  getMembership,
  listMemberships,
  type MemberPorts,
  type PortMembership,
  setMembership,
} from './port-membership.ts';

const LABELS: Readonly<Record<PortMembership, string>> = {
  off: 'Off',
  untagged: 'Untagged',
  tagged: 'Tagged',
};

interface PortMembershipFieldProps {
  readonly ports: readonly PortCapability[];
  /** Ports that the gateway reported; absent while they load, and when the last report is stale. */
  readonly reported: DeviceDetail['ports'] | undefined;
  readonly value: MemberPorts;
  readonly onChange: (value: MemberPorts) => void;
  /** False for several new VLANs, because a port can be untagged in only one VLAN. */
  readonly canUntag: boolean;
  /** Returns the other VLAN in which a port is untagged: `VLAN 20`. */
  readonly findOwner: (port: string) => string | undefined;
  readonly error?: ReactNode;
}

/** Front view of the gateway's LAN ports, with a menu for the membership of each port. */
export function PortMembershipField({
  canUntag,
  error,
  findOwner,
  onChange,
  ports,
  reported,
  value,
}: PortMembershipFieldProps) {
  const id = useId();
  const isReadOnly = useReadOnly();
  const memberships = listMemberships(canUntag);
  return (
    <Input.Wrapper
      label="LAN ports"
      labelElement="div"
      description={
        isReadOnly
          ? undefined
          : canUntag
            ? 'Untagged for clients, tagged for switches and access points'
            : 'Tagged in these VLANs, for a switch or an access point'
      }
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      labelProps={{ id }}
    >
      <div className={`grid gap-6 panel inset padded ${classes['ports']}`} role="group" aria-labelledby={id}>
        {ports.map((port) => {
          const membership = getMembership(value, port.id);
          const owner = membership === 'tagged' ? undefined : findOwner(port.id);
          const moves = owner !== undefined && membership === 'untagged';
          const note = owner && (moves ? `leaves ${owner}` : `in ${owner}`);
          const report = reported?.find((each) => each.id === port.id);
          const peer = report?.neighbour;
          const own = report ?? port;
          const facts = [note, peer?.name && `to ${peer.name}`].filter(Boolean);
          return (
            <div
              key={port.id}
              className={`column align-centre shrink-x box raised relative mut small ${classes['port']}`}
              data-membership={membership}
            >
              <PortIcon port={own} link={getLinkState(own, undefined)} />
              <span className="ink" aria-hidden={!isReadOnly || undefined}>
                {port.label}
              </span>
              {isReadOnly ? (
                <strong>{LABELS[membership]}</strong>
              ) : (
                <select
                  className={`wide box raised ink touch ${classes['portChoice']}`}
                  aria-label={[port.label, ...facts].join(', ')}
                  value={membership}
                  onChange={({ currentTarget }) => {
                    const next = memberships.find((each) => each === currentTarget.value) ?? 'off';
                    onChange(setMembership(value, port.id, next));
                  }}
                >
                  {memberships.map((each) => (
                    <option key={each} value={each}>
                      {LABELS[each]}
                    </option>
                  ))}
                </select>
              )}
              {note && (
                <small className="warn tiny" aria-hidden={!isReadOnly || undefined}>
                  {note}
                </small>
              )}
              {peer?.name !== undefined && (
                <small className="mut tiny ellipsis" aria-hidden={!isReadOnly || undefined} title={peer.name}>
                  {peer.name}
                </small>
              )}
            </div>
          );
        })}
      </div>
    </Input.Wrapper>
  );
}
