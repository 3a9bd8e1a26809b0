import type { CommandResult } from '@northlight/contract/device-protocol';
import { ABSENT, formatPlural } from '../../kit/format/index.ts';
import { computePingFigures } from './ping-figures.ts';
import classes from './tools.module.css';

interface PingFactsProps {
  readonly host: string | undefined;
  readonly ping: NonNullable<CommandResult['ping']>;
}

/** Host, lost pings and round trip times of a ping. */
export function PingFacts({ host, ping }: PingFactsProps) {
  const { lost, lostPercent, times } = computePingFigures(ping);
  const facts = [
    ...(host === undefined ? [] : [['Host', host] as const]),
    ['Sent', String(ping.sent)],
    ['Lost', lost === 0 ? '0' : `${lost} (${lostPercent}%)`],
    ['Shortest', times && `${times.min} ms`],
    ['Mean', times && `${times.mean} ms`],
    ['Longest', times && `${times.max} ms`],
  ] as const;
  return (
    <>
      {ping.received === 0 && <p className="above warn">No answer to {formatPlural(ping.sent, 'ping')}.</p>}
      <dl className={`grid gap-10 box above ${classes['figures']}`}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="small">{label}</dt>
            <dd className={`tabular strong ${label === 'Lost' && lost > 0 ? 'warn' : ''}`}>
              {value ?? ABSENT}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
