import { type ClientVisit, formatBand, type OnlineClient } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { formatDbm, formatDuration, formatMinus, formatShortTime, useNow } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import classes from './clients.module.css';

const SHOWN = 8;

type Roamed = NonNullable<ClientVisit['roamedFrom']>;

/** Lists the visits of a client, newest first, and the devices from which it roamed. */
export function ClientVisits({ client }: { readonly client: OnlineClient }) {
  const project = useProject();
  const [all, setAll] = useState(false);
  const visits = useQuery(
    createQuery('clientVisits', { params: { projectId: project.id, mac: client.mac } }),
  );
  if (visits.error && !visits.data) return <p className="mut above">{toErrorSentence(visits.error)}</p>;
  if (!visits.data) return <Skeleton height={60} />;
  const { items } = visits.data;
  if (items.length === 0)
    return <p className="mut above">The history starts when the client next connects.</p>;
  return (
    <>
      <ol className={`divided ${classes['visits']}`}>
        {(all ? items : items.slice(0, SHOWN)).map((visit) => (
          <li key={visit.from}>
            <Link to={PATHS.devices} search={{ open: visit.device.id }} className="plain">
              {visit.device.name}
            </Link>
            <span className="nowrap num">
              <Stay visit={visit} />
            </span>
            <span className="mut">{formatConnection(visit)}</span>
            <span className="nowrap num mut">{formatShortTime(visit.from, project.timeZone)}</span>
            {visit.roamedFrom && <Roam visit={visit} from={visit.roamedFrom} />}
            {visit.pause && (
              <span className="mut whole-row">
                {formatDuration(visit.pause.seconds)} without Wi-Fi before: {visit.pause.cause},{' '}
                {formatShortTime(visit.pause.at, project.timeZone)}
              </span>
            )}
          </li>
        ))}
      </ol>
      {items.length > SHOWN && (
        <button type="button" className={`accent ${classes['more']}`} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${items.length}`}
        </button>
      )}
    </>
  );
}

const formatConnection = ({ band, port, ssid }: ClientVisit): string =>
  [ssid, band && formatBand(band), port].filter((part) => part !== undefined).join(', ');

/** Names the device from which a client roamed, with the signals before and after: `from Hall, −78 → −61 dBm`. */
function Roam({ visit, from }: { readonly visit: ClientVisit; readonly from: Roamed }) {
  const { device, signalDbm: before } = from;
  const after = visit.signalDbm;
  return (
    <span className="mut whole-row">
      Roamed from {device.name}
      {before !== undefined && after !== undefined && `, ${formatMinus(before)} → ${formatDbm(after)}`}
    </span>
  );
}

function Stay({ visit }: { readonly visit: ClientVisit }) {
  const now = useNow();
  const end = visit.until === undefined ? now : Date.parse(visit.until);
  const stay = formatDuration(Math.max(0, end - Date.parse(visit.from)) / 1000);
  return <>{visit.until === undefined ? `connected for ${stay}` : stay}</>;
}
