import { formatBand, type OnlineClient } from '@northlight/contract';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { ABSENT, formatCount, formatPlural, formatRate } from '../kit/format/index.ts';
import { Card } from '../kit/page/index.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { PATHS } from '../paths.ts';
import { ShareBar } from '../ui/ShareBar.tsx';
import {
  type GroupCount,
  groupByKey,
  countSignals,
  countKinds,
  countPrivate,
  countWeak,
  selectTopByTraffic,
} from './client-counts.ts';
import { formatShare, formatShares } from './format-share.ts';
import classes from './telemetry.module.css';

const TOP_CLIENTS = 10;
/** On a phone, the page has one column. */
const TOP_CLIENTS_PHONE = 5;

/** Shows the distribution of the clients that are online now. */
export function ClientsNow() {
  const project = useProject();
  const params = { projectId: project.id };
  const isPhone = useIsPhone();
  const clients = useQuery(createQuery('clientList', { params, query: {} }));
  const online = useMemo(() => clients.data?.items.filter((client) => client.online), [clients.data]);
  if (clients.error && !online) return <p className="mut">{toErrorSentence(clients.error)}</p>;
  if (!online) return <Skeleton height={180} />;
  const wireless = online.filter(({ band }) => band !== undefined);
  return (
    <>
      <h2 className="bold above">
        Now <span className="mut text regular">{formatCount(online.length)} online</span>
      </h2>
      <div className={`cards-3 ${classes['now']}`}>
        <Distribution
          title="By band"
          counts={groupByKey(online, ({ band = 'Wired' }) => formatBand(band))}
          of="Band"
        />
        <Distribution title="By SSID" counts={groupByKey(online, ({ ssid }) => ssid)} of="SSID" />
        <Distribution title="Signal" counts={wireless.length > 0 ? countSignals(online) : []} of="Signal">
          <WeakClients weak={countWeak(online)} wireless={wireless.length} />
        </Distribution>
        <Distribution title="Client types" counts={countKinds(online)} of="Client type">
          Northlight guesses the type from the host name. {formatPlural(countPrivate(online), 'client')} use
          {countPrivate(online) === 1 && 's'} a private MAC address.
        </Distribution>
        <TopClients clients={selectTopByTraffic(online, isPhone ? TOP_CLIENTS_PHONE : TOP_CLIENTS)} />
      </div>
    </>
  );
}

/** Sentence about the clients with a weak signal, with a link to the list of all clients by signal. */
function WeakClients({ weak, wireless }: { readonly weak: number; readonly wireless: number }) {
  if (wireless === 0) return null;
  if (weak === 0) return 'All wireless clients have a fair signal or better.';
  return (
    <>
      <Link to={PATHS.clients} search={{ sort: 'signal' }}>
        {formatPlural(weak, 'client')}
      </Link>{' '}
      {weak === 1 ? 'has' : 'have'} a weak signal ({formatShare(weak, wireless)} of the wireless clients).
      Slow connections and disconnections are likely there.
    </>
  );
}

interface DistributionProps {
  readonly title: string;
  readonly of: string;
  readonly counts: readonly GroupCount[];
  readonly children?: ReactNode;
}

/** Table of counts with a bar for each share. */
function Distribution({ children, counts, of, title }: DistributionProps) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const shares = formatShares(counts.map(({ count }) => count));
  return (
    <Card title={title}>
      {total === 0 ? (
        <p className="mut above">No clients right now. New clients appear within 5 s.</p>
      ) : (
        <table className={`figures ${classes['spread']}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{of}</VisuallyHidden>
              </th>
              <th scope="col">Share</th>
              <th scope="col">Clients</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ count, label, note }, index) => (
              <tr key={label}>
                <th scope="row" title={note}>
                  {label}
                  {note !== undefined && <small className="block mut">{note}</small>}
                </th>
                <td>
                  <span className={`row justify-end gap-8 ${classes['share']}`}>
                    <ShareBar share={count / total} />
                    {shares[index]}
                  </span>
                </td>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children !== undefined && <p className="mut above">{children}</p>}
    </Card>
  );
}

function TopClients({ clients }: { readonly clients: readonly OnlineClient[] }) {
  return (
    <Card title="Most traffic now">
      {clients.length === 0 ? (
        <p className="mut above">No traffic right now.</p>
      ) : (
        <table className={`figures ${classes['spread']}`} aria-label="Most traffic now">
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col">Download</th>
              <th scope="col">Upload</th>
            </tr>
          </thead>
          <tbody>
            {clients.map((client) => (
              <tr key={client.mac}>
                <th scope="row">
                  <Link to={PATHS.clients} search={{ open: client.mac }} className="plain">
                    {client.name || client.mac}
                  </Link>
                  <span className="mut">{client.device.name || ABSENT}</span>
                </th>
                <td>{formatRate(client.txRateKbps)}</td>
                <td>{formatRate(client.rxRateKbps)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
