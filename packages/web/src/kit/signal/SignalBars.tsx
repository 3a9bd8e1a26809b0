import { getSignalLevel } from '@northlight/contract';

const HEIGHTS = [3, 5, 7, 9] as const;

interface SignalBarsProps {
  readonly dbm: number;
  /** Shows the unit, where no header names it. */
  readonly unit?: boolean;
}

/** Wi-Fi signal as four bars with its value and a minus sign. The number of filled bars shows the level without colour. */
export function SignalBars({ dbm, unit = false }: SignalBarsProps) {
  const level = getSignalLevel(dbm);
  return (
    <span
      className="inline-row gap-6 nowrap"
      data-tone={level < 2 ? 'error' : level === 2 ? 'warning' : 'ok'}
    >
      <svg width="15" height="10" viewBox="0 0 15 10" aria-hidden="true">
        {HEIGHTS.map((height, index) => (
          <rect
            key={height}
            x={index * 4}
            y={10 - height}
            width="3"
            height={height}
            fill={index < level ? 'var(--tone)' : 'var(--line)'}
          />
        ))}
      </svg>
      {String(dbm).replace('-', '−')}
      {unit && ' dBm'}
    </span>
  );
}
