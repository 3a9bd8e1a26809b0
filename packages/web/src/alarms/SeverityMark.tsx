import type { Alarm } from '@northlight/contract';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconUrgent from '@tabler/icons-react/dist/esm/icons/IconAlertOctagonFilled.mjs';
import classes from './alarms.module.css';
import { formatSeverityLabel } from './alarm-labels.ts';

const ICONS = { info: IconInfoCircle, warning: IconAlertTriangleFilled, critical: IconUrgent } as const;

export function SeverityMark({ severity }: { readonly severity: Alarm['severity'] }) {
  const Icon = ICONS[severity];
  return (
    <span className={classes['severity']} data-severity={severity}>
      <Icon size={15} aria-hidden />
      <span>{formatSeverityLabel({ severity })}</span>
    </span>
  );
}
