import type { Alarm, Project } from '@northlight/contract';
import IconUrgent from '@tabler/icons-react/dist/esm/icons/IconAlertOctagonFilled.mjs';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { findWorstAlarm, useFirstStep } from '../../alarms/index.ts';
import { createQuery } from '../../kit/api/index.ts';
import { formatPlural, useNow } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { formatSince } from './outage-text.ts';
import classes from './status.module.css';

const ICONS = { info: IconInfo, warning: IconWarning, critical: IconUrgent } as const;
/** Number of open alarms among which the most severe one is searched. */
const SEARCHED = 100;

/** Names the most severe open alarm above the figures, because the figures alone can look normal. */
export function AlarmBanner({ project }: { readonly project: Project }) {
  const open = useQuery({
    ...createQuery('alarmList', {
      params: { projectId: project.id },
      query: { limit: SEARCHED, state: 'open' },
    }),
    enabled: project.openAlarms > 0,
  }).data;
  const worst = project.openAlarms > 0 && findWorstAlarm(open?.items ?? []);
  return worst ? <Banner alarm={worst} timeZone={project.timeZone} others={project.openAlarms - 1} /> : null;
}

interface BannerProps {
  readonly alarm: Alarm;
  readonly timeZone: string;
  /** Number of other open alarms. */
  readonly others: number;
}

function Banner({ alarm, others, timeZone }: BannerProps) {
  const now = useNow();
  const { link, text } = useFirstStep(alarm);
  const Icon = ICONS[alarm.severity];
  return (
    <section className={classes['outage']} data-severity={alarm.severity} aria-label="Most severe open alarm">
      <Icon size={20} aria-hidden />
      <p>
        <b>{alarm.event}</b> Since {formatSince(alarm.time, timeZone, now)}. {text}
        {others > 0 && ` ${formatPlural(others, 'more alarm')} open.`}
      </p>
      {link && (
        <Link to={link.to} search={link.search} className={classes['outageLink']}>
          {link.label}
        </Link>
      )}
      <Link to={PATHS.alarms} search={{ open: alarm.id }} className={classes['outageLink']}>
        Open alarm
      </Link>
    </section>
  );
}
