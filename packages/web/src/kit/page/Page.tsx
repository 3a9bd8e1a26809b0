import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Count or hint next to the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Layout of the content: `fill` gives the rest of the window to one list, `flow` scrolls. */
  readonly layout?: 'fill' | 'flow';
  readonly hideTitle?: boolean;
}

/** Layout of every page, with heading, actions and content. */
export function Page({ title, note, actions, children, layout = 'flow', hideTitle }: PageProps) {
  return (
    <div className={classes['page']} data-layout={layout}>
      <header className={hideTitle ? classes['bare'] : classes['head']}>
        <h1 className={hideTitle ? classes['hidden'] : classes['title']}>{title}</h1>
        {note && <span className={classes['note']}>{note}</span>}
        <span className={classes['spring']} />
        {actions && <div className={classes['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
