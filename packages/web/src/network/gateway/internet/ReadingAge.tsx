import { useProject } from '../../../app/shell-context.tsx';
import { ABSENT, Age, useNow } from '../../../kit/format/index.ts';
import { isOutdated, type WanReading } from './wan-readings.ts';

interface ReadingAgeProps {
  readonly reading: WanReading | undefined;
  /** Text before the age, for example `reported`. */
  readonly verb?: string;
}

/** Age of a report, with a mark if its values may be outdated. */
export function ReadingAge({ reading, verb }: ReadingAgeProps) {
  const { timeZone } = useProject();
  const now = useNow();
  if (!reading) return <span className="mut">{ABSENT}</span>;
  const outdated = isOutdated(reading, now);
  return (
    <span className={outdated ? 'warn' : 'mut'}>
      {outdated && (reading.isOnline ? 'Stale · ' : 'Offline · ')}
      <Age at={reading.at} timeZone={timeZone} {...(verb !== undefined && { verb })} />
    </span>
  );
}
