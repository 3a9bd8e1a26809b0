import classes from './ui.module.css';

interface ShareBarProps {
  /** Part of the whole, 0 to 1. */
  readonly share: number;
  /** Marks a share that needs attention. */
  readonly isHigh?: boolean;
}

/** Decorative bar beside a figure, which states the same share as text. */
export function ShareBar({ isHigh = false, share }: ShareBarProps) {
  const percent = Math.max(0, Math.min(1, share)) * 100;
  return (
    <span
      className={`grow ${classes['shareBar']}`}
      data-tone={isHigh ? 'warning' : 'none'}
      aria-hidden="true"
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
