import { NAV, listVisibleNav, type NavGroup, type NavItem } from '@northlight/contract';
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { PATHS } from '../../paths.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { useShellContext } from '../shell-context.tsx';
import { NAV_ICONS } from './nav-icons.ts';
import classes from './shell.module.css';

const GROUPS = [...new Set(NAV.map(({ group }) => group))] as readonly NavGroup[];

/** Brand and main navigation beside every page; {@link NavDrawer} replaces it in narrow windows. */
export function Sidebar() {
  return (
    <aside className={`column ${classes['sidebar']}`}>
      <Link to={PATHS.overview} search={{}} className={`row fixed gap-8 round ink bold ${classes['brand']}`}>
        <BrandMark size={20} />
        Northlight
      </Link>
      <MainNav />
    </aside>
  );
}

export function MainNav() {
  const { session, project } = useShellContext();
  const items = listVisibleNav(session.accessType, project?.netMode, session.menu);
  const shown = project ? items : items.filter(({ route }) => !route.startsWith('/manage/'));
  const nav = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  // Shows the entry of the page in a window that is lower than the menu.
  useLayoutEffect(() => {
    const entry = nav.current?.querySelector(`a[href="${pathname}"], a[href^="${pathname}?"]`);
    entry?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav aria-label="Main" ref={nav}>
      {GROUPS.map((group) => (
        <NavSection key={group} title={group} items={shown.filter((item) => item.group === group)} />
      ))}
    </nav>
  );
}

function NavSection({ title, items }: { readonly title: string; readonly items: readonly NavItem[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <h2 className={`mut tiny strong ${classes['navTitle']}`}>{title}</h2>
      <ul className="grid">
        {items.map((item, index) => (
          <Fragment key={item.route}>
            {item.parent && item.parent !== items[index - 1]?.parent && (
              <li className={`mut small ${classes['navParent']}`}>{item.parent}</li>
            )}
            <NavEntry item={item} />
          </Fragment>
        ))}
      </ul>
    </div>
  );
}

function NavEntry({ item }: { readonly item: NavItem }) {
  const Icon = NAV_ICONS[item.flag];
  return (
    <li>
      <Link
        to={item.route as typeof PATHS.overview}
        search={{}}
        className={`row gap-10 round ink hover ${classes['navLink']}`}
        data-child={item.parent ? true : undefined}
        activeOptions={{ includeSearch: false }}
        activeProps={{ 'data-active': true, 'aria-current': 'page' }}
      >
        {Icon && <Icon size={17} stroke={1.7} aria-hidden />}
        {item.title}
        {item.beta && <span className={`mut tiny ${classes['beta']}`}>Beta</span>}
      </Link>
    </li>
  );
}
