import type { ReactNode } from 'react';

interface ScrollBoxProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** True for a list beside a panel: it receives the focus when the panel closes. */
  readonly isPanelList?: boolean;
  readonly children: ReactNode;
}

/** A scrolling region that the keyboard can focus. */
export function ScrollBox({ label, className, isPanelList, children }: ScrollBoxProps) {
  return (
    <div
      className={`relative scrolled ${className ?? ''}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to take the focus (WCAG 2.1.1)
      tabIndex={0}
      role="group"
      aria-label={label}
      data-panel-list={isPanelList || undefined}
    >
      {children}
    </div>
  );
}
