import type { ReactNode } from 'react';
import classes from './form.module.css';
import { useReadOnly } from './read-only.tsx';

interface FieldSetProps {
  readonly children: ReactNode;
}

/** Fields below each other. Read-only, they form a list of labels and values. */
export function FieldSet({ children }: FieldSetProps) {
  return (
    <div className={classes['set']} data-read-only={useReadOnly() || undefined}>
      {children}
    </div>
  );
}

/** Two fields beside each other if there is space. Read-only, they are rows like all others. */
export function FieldRow({ children }: FieldSetProps) {
  return (
    <div className={classes['row']} data-read-only={useReadOnly() || undefined}>
      {children}
    </div>
  );
}
