import { formatAge, formatTime } from './format.ts';
import { useNow } from './use-now.ts';

interface AgeProps {
  readonly at: string | undefined;
  readonly timeZone: string;
  /** Text before the age: with `seen`, the result is `seen 3m ago`; with an empty text, `3m ago`. */
  readonly verb?: string;
}

/** Age of a moment, updated every 5 s; the tooltip shows the moment. */
export function Age({ at, timeZone, verb }: AgeProps) {
  const now = useNow();
  const age = formatAge(at, now);
  const sentence =
    verb === undefined
      ? age
      : `${verb} ${at === undefined ? 'never' : age === 'Now' ? 'now' : `${age} ago`}`.trimStart();
  if (at === undefined) return <span className="mut">{sentence}</span>;
  return (
    <time dateTime={at} title={formatTime(at, timeZone)}>
      {sentence}
    </time>
  );
}
