import { formatBand, type RfInterference } from '@northlight/contract';
import { ABSENT } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import classes from '../rf.module.css';

type Band = RfInterference['bands'][number];
type Channel = Band['channels'][number];

/** Busy share of the time from which a channel is marked (%). */
const BUSY_PERCENT = 50;

/** Channels of a band with own radios, foreign networks and mean busy share; bars show the busy share. */
export function ChannelTable({ band: { band, channels } }: { readonly band: Band }) {
  const title = `Channels of ${formatBand(band)}`;
  if (channels.length === 0)
    return (
      <Card title={title}>
        <p className="mut">No radio uses this band.</p>
      </Card>
    );
  return (
    <Card title={title} aside={<span className="mut small not-on-phone">Bars: busy share of the time</span>}>
      <ScrollBox label={title}>
        <table className={`tabular ${classes['channels']}`}>
          <tbody>
            <tr>
              <th scope="row">Busy (%)</th>
              {channels.map((channel) => (
                <td key={channel.channel}>
                  <Bar channel={channel} />
                  {formatFigure(channel.busyPercent)}
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">Channel</th>
              {channels.map(({ channel }) => (
                <th key={channel} scope="col">
                  {channel}
                </th>
              ))}
            </tr>
            <Figures label="Own radios" channels={channels} read={({ radios }) => radios} isStrong />
            <Figures label="Foreign" channels={channels} read={({ foreignNetworks }) => foreignNetworks} />
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function Bar({ channel: { busyPercent } }: { readonly channel: Channel }) {
  return (
    <span className={classes['bar']} data-tone={(busyPercent ?? 0) >= BUSY_PERCENT ? 'warning' : 'none'}>
      <span style={{ height: `${busyPercent ?? 0}%` }} />
    </span>
  );
}

const formatFigure = (value: number | undefined): string =>
  value === undefined ? ABSENT : String(Math.round(value));

interface FiguresProps {
  readonly label: string;
  readonly channels: readonly Channel[];
  readonly read: (channel: Channel) => number;
  readonly isStrong?: boolean;
}

function Figures({ channels, isStrong = false, label, read }: FiguresProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {channels.map((channel) => {
        const value = read(channel);
        return (
          <td key={channel.channel} className={value === 0 ? 'mut' : isStrong ? 'strong' : undefined}>
            {formatFigure(value)}
          </td>
        );
      })}
    </tr>
  );
}
