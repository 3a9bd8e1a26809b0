import type { ReactNode } from 'react';
import { useIsPhone } from '../use-is-phone.ts';
import { MoreMenu } from './MoreMenu.tsx';
import classes from './page.module.css';

interface PageProps {
  readonly title: string;
  /** Count or hint next to the title. */
  readonly note?: ReactNode;
  /** True for a note that is longer than a count: on a phone it has a line of its own. */
  readonly isNoteLong?: boolean;
  /** Choice of the view or the range of the page; on a phone in a line of its own. */
  readonly tools?: ReactNode;
  /** Secondary actions; on a phone in a menu. Each renders itself with `PageAction` or `useIsInMenu`. */
  readonly more?: ReactNode;
  /** Main actions, in the line of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Layout of the content: `fill` gives the rest of the window to one list, `flow` scrolls. */
  readonly layout?: 'fill' | 'flow';
  readonly hideTitle?: boolean;
}

/** Layout of every page, with heading, actions and content. */
export function Page(props: PageProps) {
  const { title, note, isNoteLong, tools, more, actions, children, layout = 'flow', hideTitle } = props;
  const isPhone = useIsPhone();
  const hasActions = Boolean(actions) || Boolean(more) || (!isPhone && Boolean(tools));
  return (
    <div className={`column gap-10 shrink-x ${classes['page']}`} data-layout={layout}>
      <header className={hideTitle ? classes['bare'] : `row gap-10 ${classes['head']}`}>
        <h1 className={hideTitle ? 'unseen' : `bold nowrap ${classes['title']}`}>{title}</h1>
        {note && (
          <span className={`mut ${classes['note']}`} data-long={isNoteLong || undefined}>
            {note}
          </span>
        )}
        <span className="grow" />
        {hasActions && (
          <div className={`row wrap justify-end gap-8 shrink-x ${classes['actions']}`} data-reasons>
            {!isPhone && tools}
            {!isPhone && more}
            {actions}
            {isPhone && more && <MoreMenu>{more}</MoreMenu>}
          </div>
        )}
      </header>
      {isPhone && tools && <div className={`row gap-8 ${classes['toolRow']}`}>{tools}</div>}
      {children}
    </div>
  );
}
