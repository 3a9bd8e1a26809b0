import { type ReactNode, useId } from 'react';
import classes from './form.module.css';

interface FieldTextProps {
  readonly label: ReactNode;
  /** Value as text; undefined or empty for a field that is not set. */
  readonly children: ReactNode;
  /** Text that is shown if there is no value. */
  readonly empty?: string | undefined;
  readonly error?: ReactNode;
}

/** Label and value of a field that cannot be edited. */
export function FieldText({ children, empty = 'Not set', error, label }: FieldTextProps) {
  const id = useId();
  const isEmpty = children === undefined || children === null || children === false || children === '';
  return (
    <div className={`grid ${classes['text']}`} role="group" aria-labelledby={id}>
      <span id={id} className="mut">
        {label}
      </span>
      <span className={`shrink-x anywhere ${isEmpty ? 'mut' : ''}`}>{isEmpty ? empty : children}</span>
      {error !== undefined && error !== null && error !== false && (
        <span className={`err ${classes['error']}`}>{error}</span>
      )}
    </div>
  );
}
