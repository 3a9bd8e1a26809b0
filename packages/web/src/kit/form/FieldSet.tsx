import type { ReactNode } from 'react';
import classes from './form.module.css';
import { useReadOnly } from './read-only.tsx';

interface FieldSetProps {
  readonly children: ReactNode;
}

/** Fields below each other. In a read-only scope, they form a list of labels and values. */
export function FieldSet({ children }: FieldSetProps) {
  return (
    <div className={`grid gap-12 shrink-x ${classes['set']}`} data-read-only={useReadOnly() || undefined}>
      {children}
    </div>
  );
}

/**
 * Two fields beside each other if there is space. In a read-only scope, they are rows like all other fields.
 */
export function FieldRow({ children }: FieldSetProps) {
  return (
    <div className={`grid ${classes['row']}`} data-read-only={useReadOnly() || undefined}>
      {children}
    </div>
  );
}
