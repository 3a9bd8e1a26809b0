import type { ProjectStatus } from '@northlight/contract';
import IconUrgent from '@tabler/icons-react/dist/esm/icons/IconAlertOctagonFilled.mjs';
import { Link } from '@tanstack/react-router';
import { useProject } from '../../app/shell-context.tsx';
import { useNow } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { describeOutage, formatOtherAlarms } from './outage-text.ts';
import classes from './status.module.css';

/** Describes the most severe outage: affected devices and clients, start time, and the first action. */
export function OutageBanner({ outage }: { readonly outage: NonNullable<ProjectStatus['outage']> }) {
  const project = useProject();
  const now = useNow();
  return (
    <section className={`row wrap ${classes['outage']}`} data-severity={outage.severity} aria-label="Outage">
      <IconUrgent size={20} aria-hidden />
      <p>
        <b>{describeOutage(outage, project.timeZone, now)}</b> {outage.firstStep}
        {formatOtherAlarms(project, outage.severity)}
      </p>
      <Link
        to={PATHS.alarms}
        search={{ open: outage.alarmId }}
        className="inline-row strong unlinked underline touch"
      >
        Open alarm
      </Link>
    </section>
  );
}
