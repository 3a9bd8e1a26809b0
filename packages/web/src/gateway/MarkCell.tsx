import type { Mark } from './draft.ts';
import classes from './gateway.module.css';

export function markWord(mark: Mark): string {
  return mark === 'new' ? 'New' : mark === 'changed' ? 'Changed' : 'Applied';
}

export function MarkCell({ mark }: { readonly mark: Mark }) {
  return mark === undefined ? (
    <span className="mut">Applied</span>
  ) : (
    <span className={classes['mark']}>{markWord(mark)}</span>
  );
}
