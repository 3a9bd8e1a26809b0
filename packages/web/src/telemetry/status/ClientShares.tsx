import { formatBand, type ProjectStatus } from '@northlight/contract';
import { formatCount } from '../../kit/format/index.ts';
import classes from './status.module.css';

const SSIDS_SHOWN = 6;

/** Shows the number of clients by band and by SSID as bars. */
export function ClientShares({ clients }: { readonly clients: ProjectStatus['clients'] }) {
  const { byBand, bySsid, total, wired } = clients;
  if (total === 0) return <p className="mut">No clients right now.</p>;
  const bands = [
    ...byBand.map(({ band, clients: count }) => ({ name: formatBand(band), count })),
    ...(wired > 0 ? [{ name: 'Wired', count: wired }] : []),
  ];
  const ssids = bySsid.slice(0, SSIDS_SHOWN).map(({ clients: count, ssid }) => ({ name: ssid, count }));
  return (
    <>
      <Bars label="Clients by band" items={bands} total={total} />
      {ssids.length > 0 && <Bars label="Clients by SSID" items={ssids} total={total} />}
      {bySsid.length > SSIDS_SHOWN && (
        <p className="mut">{bySsid.length - SSIDS_SHOWN} more SSIDs with fewer clients.</p>
      )}
    </>
  );
}

interface BarsProps {
  readonly label: string;
  readonly items: readonly { readonly name: string; readonly count: number }[];
  readonly total: number;
}

function Bars({ items, label, total }: BarsProps) {
  return (
    <ul className={`grid ${classes['bars']}`} aria-label={label}>
      {items.map(({ count, name }) => (
        <li key={name}>
          <span className={`grow shrink-x ellipsis ${classes['name']}`} title={name}>
            {name}
          </span>
          <span className={`clipped ${classes['track']}`} aria-hidden>
            <span style={{ width: `${(100 * count) / total}%` }} />
          </span>
          <span className="nowrap tabular num">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  );
}
