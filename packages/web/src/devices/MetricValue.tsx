import { VisuallyHidden } from '@mantine/core';
import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs';
import { ABSENT, formatAge, formatTime, useNow } from '../kit/format/index.ts';

interface MetricValueProps {
  readonly text: string;
  readonly stale: boolean;
  readonly at: string | undefined;
  readonly timeZone: string;
}

/** A reported value with its age, marked as stale after three missed reports. */
export function MetricValue({ text, stale, at, timeZone }: MetricValueProps) {
  const now = useNow();
  if (text === ABSENT) return <span className="mut">{ABSENT}</span>;
  const age = formatAge(at, now);
  const title = `Reported ${age === 'Now' ? 'now' : `${age} ago`}${at ? `, ${formatTime(at, timeZone)}` : ''}`;
  if (!stale) return <span title={title}>{text}</span>;
  return (
    <em className="inline-row gap-4 mut" title={`Stale. ${title}`}>
      <IconClockExclamation className="warn" size={13} aria-hidden />
      {text}
      <VisuallyHidden>, stale</VisuallyHidden>
    </em>
  );
}
