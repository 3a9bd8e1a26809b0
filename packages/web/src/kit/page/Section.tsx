import type { ReactNode } from 'react';
import classes from './page.module.css';

interface SectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a panel. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={`row between gap-8 ${classes['sectionHead']}`}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
