import type { DeviceDetail } from '@northlight/contract';
import type { PortCapability } from '@northlight/contract/device-protocol';
import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useReadOnly } from '../../kit/form/read-only.tsx';
import { getLinkState, PortIcon } from '../../devices/index.ts';
import classes from './gateway.module.css';
import {
  getMembership,
  type MemberPorts,
  getNextMembership,
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

/** Front view of the gateway's LAN ports. A press changes the membership of a port: off, untagged, tagged. */
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
  return (
    <Input.Wrapper
      label="LAN ports"
      labelElement="div"
      description={
        isReadOnly
          ? undefined
          : canUntag
            ? 'Press a port to change it: off, untagged for clients, tagged for switches and access points'
            : 'Press a port to make it tagged in these VLANs, for a switch or an access point'
      }
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      labelProps={{ id }}
    >
      <div className={classes['ports']} role="group" aria-labelledby={id}>
        {ports.map((port) => {
          const membership = getMembership(value, port.id);
          const owner = membership === 'tagged' ? undefined : findOwner(port.id);
          const moves = owner !== undefined && membership === 'untagged';
          const note = owner && (moves ? `leaves ${owner}` : `in ${owner}`);
          const report = reported?.find((each) => each.id === port.id);
          const peer = report?.neighbour;
          const own = report ?? port;
          const view = (
            <>
              <span className={classes['spoken']}>
                {[`${port.label}: ${LABELS[membership].toLowerCase()}`, note, peer?.name && `to ${peer.name}`]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <PortIcon port={own} link={getLinkState(own, undefined)} />
              <span aria-hidden className={classes['portLabel']}>
                {port.label}
              </span>
              <strong aria-hidden>{LABELS[membership]}</strong>
              {note && <small aria-hidden>{note}</small>}
              {peer?.name !== undefined && (
                <small aria-hidden data-peer title={peer.name}>
                  {peer.name}
                </small>
              )}
            </>
          );
          const common = { className: classes['port'], 'data-membership': membership };
          return isReadOnly ? (
            <div key={port.id} {...common}>
              {view}
            </div>
          ) : (
            <button
              key={port.id}
              type="button"
              {...common}
              onClick={() => {
                const next = getNextMembership(membership, { canUntag, isToDevice: peer !== undefined });
                onChange(setMembership(value, port.id, next));
              }}
            >
              {view}
            </button>
          );
        })}
      </div>
    </Input.Wrapper>
  );
}
