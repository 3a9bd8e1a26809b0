import type { ReactNode } from 'react';
import classes from './ui.module.css';

interface NoticeProps {
  readonly tone: 'error' | 'warning' | 'good' | 'plain';
  readonly title?: string;
  readonly children?: ReactNode;
}

/**
 * A message in the page. Screen readers announce errors and warnings at once, other messages after the
 * current text.
 */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div
      className={`column gap-4 box ${classes['notice']}`}
      data-tone={tone}
      role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
    >
      {title && <strong>{title}</strong>}
      {children}
    </div>
  );
}
