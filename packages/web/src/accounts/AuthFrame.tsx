import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { BrandMark } from '../ui/BrandMark.tsx';
import classes from './accounts.module.css';

interface AuthFrameProps {
  readonly title: string;
  /** Step of a flow, for example `Step 1 of 2`, beside the title. */
  readonly step?: string;
  /** Purpose of the page, as a sentence below the title. */
  readonly lead?: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** Frame of the pages that need no session: the product's name and one card. */
export function AuthFrame({ title, step, lead, children, foot }: AuthFrameProps) {
  useEffect(() => {
    document.title = `${title} · Northlight`;
  }, [title]);
  return (
    <main className={`column align-centre gap-16 ${classes['frame']}`}>
      <div className={`row gap-10 bold ${classes['brand']}`}>
        <BrandMark size={26} />
        Northlight
      </div>
      <div className={`wide panel ${classes['card']}`}>
        <div className={`flex align-baseline between gap-12 ${classes['cardHead']}`}>
          <Title order={1} fz={18}>
            {title}
          </Title>
          {step && <span className="mut small">{step}</span>}
        </div>
        {lead && <p className={`mut ${classes['lead']}`}>{lead}</p>}
        {children}
      </div>
      {foot && <div className={`mut ${classes['foot']}`}>{foot}</div>}
    </main>
  );
}
