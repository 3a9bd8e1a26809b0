import type { ReactNode } from 'react';
import classes from './page.module.css';

interface CardProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, aside, children }: CardProps) {
  return (
    <section className="column shrink-x panel padded" aria-label={title}>
      <div className={`row between gap-8 ${classes['cardHead']}`}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
