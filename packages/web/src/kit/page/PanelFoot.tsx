import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PanelFootProps {
  /** Keeps the footer above the bar with the staged changes of a device. */
  readonly isRaised?: boolean;
  readonly children: ReactNode;
}

/** Footer of a form in a panel, which stays visible while the fields scroll. */
export function PanelFoot({ children, isRaised }: PanelFootProps) {
  return (
    <div
      className={`row justify-end gap-8 raised ${classes['panelFoot']}`}
      data-raised={isRaised || undefined}
    >
      {children}
    </div>
  );
}
