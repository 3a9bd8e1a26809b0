import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import classes from './settings.module.css';

const TABS = [
  { to: PATHS.profile, label: 'Profile' },
  { to: PATHS.security, label: 'Security' },
  { to: PATHS.ownRecords, label: 'Activity' },
  { to: PATHS.cloudCode, label: 'Cloud code' },
] as const;

interface AccountPageProps {
  readonly title: (typeof TABS)[number]['label'];
  readonly layout?: 'fill' | 'flow';
  readonly children: ReactNode;
}

/** Frame of an account page, with tabs that link to the other account pages. */
export function AccountPage({ children, layout = 'flow', title }: AccountPageProps) {
  return (
    <Page title={title} layout={layout}>
      <nav className={`flex fixed gap-4 ${classes['tabs']}`} aria-label="Account pages">
        {TABS.map(({ label, to }) => (
          <Link
            key={to}
            className="inline-row mut unlinked nowrap touch"
            to={to}
            search={{}}
            aria-current={label === title ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
