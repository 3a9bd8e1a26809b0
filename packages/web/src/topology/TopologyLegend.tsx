import { LINE_STYLES } from './drawing-styles.ts';
import classes from './topology.module.css';

/** Meaning of the lines of the drawing. */
export function TopologyLegend() {
  return (
    <div className={classes['legend']} role="note" aria-label="Legend">
      {Object.values(LINE_STYLES).map(({ dashes, label, width }) => (
        <span key={label}>
          <svg width={28} height={8} aria-hidden>
            <path d="M0 4h28" stroke="var(--mut)" strokeWidth={width} strokeDasharray={dashes} />
          </svg>
          {label}
        </span>
      ))}
    </div>
  );
}
