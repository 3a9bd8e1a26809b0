import type { Alarm, Project } from '@northlight/contract';
import IconUrgent from '@tabler/icons-react/dist/esm/icons/IconAlertOctagonFilled.mjs';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { findWorstAlarm, useFirstStep } from '../../alarms/index.ts';
import { createQuery } from '../../kit/api/index.ts';
import { useNow } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { formatOtherAlarms, formatSince } from './outage-text.ts';
import classes from './status.module.css';

const ICONS = { info: IconInfo, warning: IconWarning, critical: IconUrgent } as const;
/** Number of open alarms among which the most severe one is searched. */
const SEARCHED = 100;

/** Kinds of alarms that name why clients get no address. */
const ADDRESS_KINDS: readonly string[] = ['vlan-path-broken', 'dhcp-pool-high'];

interface AlarmBannerProps {
  readonly project: Project;
  /** Headline about clients without an address, whose cause is the alarm to name. */
  readonly headline?: string | undefined;
  /** Shown without such an alarm. */
  readonly fallback?: ReactNode;
}

/** Names the most severe open alarm above the figures, because the figures alone can look normal. */
export function AlarmBanner({ fallback = null, headline, project }: AlarmBannerProps) {
  const open = useQuery({
    ...createQuery('alarmList', {
      params: { projectId: project.id },
      query: { limit: SEARCHED, state: 'open' },
    }),
    enabled: project.openAlarms > 0,
  }).data;
  const all = project.openAlarms > 0 ? (open?.items ?? []) : [];
  const cause = headline === undefined ? undefined : findWorstAlarm(all.filter(isAboutAddresses));
  if (cause) return <Banner alarm={cause} project={project} headline={headline} />;
  if (fallback !== null) return fallback;
  const worst = findWorstAlarm(all);
  return worst ? <Banner alarm={worst} project={project} /> : null;
}

const isAboutAddresses = ({ kind }: Alarm): boolean => ADDRESS_KINDS.includes(kind);

interface BannerProps {
  readonly alarm: Alarm;
  readonly project: Project;
  readonly headline?: string | undefined;
}

function Banner({ alarm, headline, project }: BannerProps) {
  const now = useNow();
  const { link, text } = useFirstStep(alarm);
  const Icon = ICONS[alarm.severity];
  return (
    <section
      className={`row wrap ${classes['outage']}`}
      data-severity={alarm.severity}
      aria-label="Most severe open alarm"
    >
      <Icon size={20} aria-hidden />
      <p>
        <b>{headline === undefined ? alarm.event : `${headline} ${alarm.event}`}</b> Since{' '}
        {formatSince(alarm.time, project.timeZone, now)}. {text}
        {formatOtherAlarms(project, alarm.severity)}
      </p>
      {link && (
        <Link to={link.to} search={link.search} className="inline-row strong unlinked underline touch">
          {link.label}
        </Link>
      )}
      <Link
        to={PATHS.alarms}
        search={{ open: alarm.id }}
        className="inline-row strong unlinked underline touch"
      >
        Open alarm
      </Link>
    </section>
  );
}
