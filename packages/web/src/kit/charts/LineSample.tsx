import classes from './charts.module.css';
import { chooseLineStyle } from './line-style.ts';

/** Short sample of a line, in the colour and dashes that the chart uses for it. */
export function LineSample({ index }: { readonly index: number }) {
  const { colour, dash } = chooseLineStyle(index);
  return (
    <svg width="24" height="8" viewBox="0 0 24 8" aria-hidden="true" className={classes['sample']}>
      <path
        d="M0 4H24"
        fill="none"
        strokeWidth={2}
        stroke={`var(${colour})`}
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}
