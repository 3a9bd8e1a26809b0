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
    <div className={`column align-centre gap-8 ${classes['empty']}`}>
      {icon && (
        <span className="mut" aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading className={`bold ${classes['emptyTitle']}`}>{title}</Heading>
      {children && <p className="mut">{children}</p>}
      {action && (
        <div className={`flex wrap justify-centre gap-8 ${classes['emptyAction']}`} data-reasons>
          {action}
        </div>
      )}
    </div>
  );
}
