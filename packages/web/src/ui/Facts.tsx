import { Fragment, type ReactNode } from 'react';
import classes from './ui.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export function Facts({ items }: { readonly items: readonly Fact[] }) {
  return (
    <dl className={`grid align-baseline ${classes['facts']}`}>
      {items.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
