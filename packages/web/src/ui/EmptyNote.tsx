import type { ReactNode } from 'react';
import classes from './ui.module.css';

interface EmptyNoteProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly headingLevel?: 1 | 2 | 3;
}

/** Empty state of a list: the content that will appear here, when it appears, and the first action. */
export function EmptyNote({ icon, title, children, action, headingLevel = 2 }: EmptyNoteProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes['empty']}>
      {icon && (
        <span className={classes['emptyIcon']} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={classes['emptyTitle']}>{title}</Heading>
      {children && <p className={classes['emptyText']}>{children}</p>}
      {action && (
        <div className={classes['emptyAction']} data-reasons>
          {action}
        </div>
      )}
    </div>
  );
}
