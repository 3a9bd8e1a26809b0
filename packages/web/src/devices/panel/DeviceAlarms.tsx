import { type Device, getFirstStep } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SeverityMark } from '../../alarms/index.ts';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Age } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import classes from '../devices.module.css';

const SHOWN = 5;

/** Lists the open alarms of a device with the first step of each, including consequences of other alarms. */
export function DeviceAlarms({ device: { id, kind, name } }: { readonly device: Device }) {
  const { id: projectId, timeZone } = useProject();
  const { data } = useQuery(
    createQuery('alarmList', {
      params: { projectId },
      query: { deviceId: id, state: 'open', limit: SHOWN },
    }),
  );
  if (!data || data.items.length === 0) return null;
  const more = (data.total ?? 0) - data.items.length;
  return (
    <Section title="Open alarms">
      <ul className={`grid gap-10 ${classes['alarms']}`}>
        {data.items.map((alarm) => (
          <li key={alarm.id}>
            <SeverityMark severity={alarm.severity} />
            <span className="mut">
              <Age at={alarm.time} timeZone={timeZone} verb="raised" />
            </span>
            <Link to={PATHS.alarms} search={{ open: alarm.id }} className="plain">
              {alarm.event}
            </Link>
            <span className="mut">{getFirstStep(alarm.kind, kind)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link to={PATHS.alarms} search={{ filter: `Device = ${name.replaceAll(';', '%3B')}` }}>
          Show {more} more
        </Link>
      )}
    </Section>
  );
}
