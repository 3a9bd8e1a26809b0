import type { RfInterference } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { formatDbm } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import classes from '../rf.module.css';

type Pair = RfInterference['pairs'][number];

/** Airtime lost by a pair from which its bar is highlighted (%). */
const HIGH_PERCENT = 25;

/** The pairs of access points that disturb each other most. */
export function WorstPairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <Card title="Worst pairs" aside={<span className="mut small">Airtime that both lose to each other</span>}>
      {pairs.length === 0 ? (
        <p className="mut">No two access points disturb each other.</p>
      ) : (
        <ScrollBox label="Worst pairs">
          <table className={`figures lined ${classes['pairs']}`}>
            <thead>
              <tr>
                <th scope="col">Access points</th>
                <th scope="col">Channel</th>
                <th scope="col">Level</th>
                <th scope="col">Lost</th>
              </tr>
            </thead>
            <tbody>
              {pairs.map(({ a, b, channel, lostPercent, signalDbm }) => (
                <tr key={`${a.deviceId} ${a.radioId} ${b.deviceId} ${b.radioId}`}>
                  <th scope="row">
                    <span className={classes['end']}>
                      <End end={a} /> <span className="mut">↔</span>
                    </span>{' '}
                    <span className={classes['end']}>
                      <End end={b} />
                    </span>
                  </th>
                  <td>{channel}</td>
                  <td>{formatDbm(signalDbm)}</td>
                  <td>
                    <span className={`row gap-8 ${classes['lost']}`}>
                      <ShareBar share={lostPercent / 100} isHigh={lostPercent >= HIGH_PERCENT} />
                      <span className={`num ${classes['share']}`}>{Math.round(lostPercent)} %</span>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}

const End = ({ end: { deviceId, deviceName } }: { readonly end: Pair['a'] }) => (
  <Link to={PATHS.devices} search={{ open: deviceId, tab: 'radios' }} className="plain">
    {deviceName}
  </Link>
);
