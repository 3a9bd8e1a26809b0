import classes from './topology.module.css';

const LINES = [
  { label: 'Below 1 Gbit/s', width: 1.5 },
  { label: 'From 1 Gbit/s', width: 2 },
  { label: 'From 10 Gbit/s', width: 4 },
  { label: 'Wireless', width: 2.5, dashes: '2 5' },
  { label: 'Loop or spare link', width: 1.5, dashes: '8 4' },
  { label: 'Uncertain', width: 1.5, dashes: '4 4' },
] as const;

/** Meaning of the lines of the drawing. */
export function TopologyLegend() {
  return (
    <div className={classes['legend']} role="note" aria-label="Legend">
      {LINES.map(({ label, width, ...line }) => (
        <span key={label}>
          <svg width={28} height={8} aria-hidden>
            <path
              d="M0 4h28"
              stroke="var(--mut)"
              strokeWidth={width}
              strokeDasharray={'dashes' in line ? line.dashes : undefined}
            />
          </svg>
          {label}
        </span>
      ))}
    </div>
  );
}
