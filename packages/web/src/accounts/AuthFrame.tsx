import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { BrandMark } from '../ui/BrandMark.tsx';
import classes from './accounts.module.css';

interface AuthFrameProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** Frame of the pages that need no session: the product's name and one card. */
export function AuthFrame({ title, children, foot }: AuthFrameProps) {
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
        <Title order={1} className={classes['title']}>
          {title}
        </Title>
        {children}
      </div>
      {foot && <div className={classes['foot']}>{foot}</div>}
    </main>
  );
}
