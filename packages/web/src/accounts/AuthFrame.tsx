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
    <main className={classes['frame']}>
      <div className={classes['brand']}>
        <BrandMark size={26} />
        Northlight
      </div>
      <div className={classes['card']}>
        <div className={classes['cardHead']}>
          <Title order={1} className={classes['title']}>
            {title}
          </Title>
          {step && <span className={classes['step']}>{step}</span>}
        </div>
        {lead && <p className={classes['lead']}>{lead}</p>}
        {children}
      </div>
      {foot && <div className={classes['foot']}>{foot}</div>}
    </main>
  );
}
