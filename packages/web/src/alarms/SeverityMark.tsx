import type { Alarm } from '@northlight/contract';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconUrgent from '@tabler/icons-react/dist/esm/icons/IconAlertOctagonFilled.mjs';
import { formatSeverityLabel } from './alarm-labels.ts';

const ICONS = { info: IconInfoCircle, warning: IconAlertTriangleFilled, critical: IconUrgent } as const;

interface SeverityMarkProps {
  readonly severity: Alarm['severity'];
  /** True for an alarm that is over, whose mark has no colour. */
  readonly isResolved?: boolean;
}

export function SeverityMark({ isResolved = false, severity }: SeverityMarkProps) {
  const Icon = ICONS[severity];
  return (
    <span
      className={`inline-row gap-6 nowrap ${isResolved ? 'mut' : ''}`}
      data-severity={isResolved ? undefined : severity}
    >
      <Icon className="tone" size={15} aria-hidden />
      <span>{formatSeverityLabel({ severity })}</span>
    </span>
  );
}
