import { getDeviceState } from '@northlight/contract';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import { memo } from 'react';
import { formatCount, formatPlural } from '../../kit/format/index.ts';
import {
  type CardDevice,
  describeCard,
  formatAlarms,
  isOffline,
  type TopologyCard,
} from '../graph/display-graph.ts';
import { createItemProps } from './item-props.ts';
import { TopologySymbol } from './symbols.tsx';
import classes from '../topology.module.css';

interface DeviceCardProps {
  readonly card: TopologyCard;
  /** Place and size in the drawing (px). */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isDim: boolean;
  readonly isSelected: boolean;
  /** Shows or hides the clients of the device as cards. */
  readonly onClients: (deviceId: string) => void;
  readonly hasClientCards: boolean;
}

/** Number of members of which a group shows the states. */
const MEMBERS_SHOWN = 16;

/** Card of a node: its drawing, name, state and clients. */
export const DeviceCard = memo(function DeviceCard(props: DeviceCardProps) {
  const { card, height, isDim, isSelected, width, x, y } = props;
  const { alarms, clients, device, difference, id, members, note, symbol, title } = card;
  const colour = device?.state === undefined ? undefined : getDeviceState(device.state).colour;
  return (
    <div
      className={`row gap-6 raised round absolute ink ${classes['card']}`}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
      data-card
      {...createItemProps(id, describeCard(card), true)}
      data-colour={members ? getGroupColour(members) : colour}
      data-group={members !== undefined || undefined}
      data-difference={difference}
      data-dim={isDim || undefined}
      data-selected={isSelected || undefined}
    >
      <TopologySymbol symbol={symbol} />
      <div className={`grow shrink-x ${classes['cardText']}`}>
        <div className={`strong ellipsis ${classes['cardTitle']}`} title={title}>
          {title}
        </div>
        {members && !difference ? (
          <MemberStates members={members} note={note} />
        ) : (
          <StateNote colour={colour} note={note} />
        )}
      </div>
      {alarms && (
        <span
          className={`centre absolute tiny bold ${classes['alarms']}`}
          data-severity={alarms.severity}
          title={formatAlarms(alarms)}
        >
          {alarms.count === 1 ? '!' : alarms.count}
        </span>
      )}
      {clients !== undefined && clients > 0 && <ClientBadge {...props} clients={clients} />}
    </div>
  );
});

const getGroupColour = (members: readonly CardDevice[]): string | undefined => {
  if (members.some(({ state }) => isOffline(state))) return 'warning';
  return members.every(({ state }) => state !== undefined) ? 'success' : undefined;
};

const SIGNS: Readonly<Record<string, string>> = { error: '×', warning: '!' };

function StateNote({ colour, note }: { readonly colour: string | undefined; readonly note: string }) {
  return (
    <div className={`mut tiny ellipsis ${classes['cardNote']}`}>
      {colour && (
        <span className={`bold ${classes['dot']}`} aria-hidden>
          {SIGNS[colour]}
        </span>
      )}{' '}
      {note}
    </div>
  );
}

/** One square per member, with a sign for those that are offline or need attention. */
function MemberStates({ members, note }: { readonly members: readonly CardDevice[]; readonly note: string }) {
  if (members.length > MEMBERS_SHOWN)
    return <div className={`mut tiny ellipsis ${classes['cardNote']}`}>{note || 'all online'}</div>;
  return (
    <div className={`flex wrap gap-2 ${classes['members']}`} title={note || 'all online'}>
      {members.map(({ id, state }) => {
        const colour = state === undefined ? undefined : getDeviceState(state).colour;
        return (
          <span key={id} className={`bold ${classes['dot']}`} data-colour={colour ?? 'none'}>
            {SIGNS[colour ?? '']}
          </span>
        );
      })}
    </div>
  );
}

/** Number of clients, as a button that shows or hides their cards. */
function ClientBadge({
  card,
  clients,
  hasClientCards,
  onClients,
}: Pick<DeviceCardProps, 'card' | 'hasClientCards' | 'onClients'> & { readonly clients: number }) {
  const text = formatPlural(clients, 'client');
  return (
    <button
      type="button"
      className={`inline-row gap-2 absolute mut tiny ${classes['clients']}`}
      title={`${hasClientCards ? 'Hide' : 'Show'} ${text}`}
      aria-label={`${hasClientCards ? 'Hide' : 'Show'} ${text} of ${card.title}`}
      aria-expanded={hasClientCards}
      onClick={() => onClients(card.id)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <IconDeviceMobile size={11} aria-hidden />
      {formatCount(clients)}
    </button>
  );
}
