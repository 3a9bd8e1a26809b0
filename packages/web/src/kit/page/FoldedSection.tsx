import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type ReactNode, useId, useState } from 'react';
import classes from './page.module.css';

interface FoldedSectionProps {
  readonly title: string;
  /** Present values in one line, shown while the section is closed. */
  readonly summary: string;
  /** Keeps the section open: a field has an error, or the fields cannot be edited. */
  readonly isForced?: boolean;
  readonly children: ReactNode;
}

/** A titled part of a panel that is closed until the user opens it. */
export function FoldedSection({ children, isForced = false, summary, title }: FoldedSectionProps) {
  const id = useId();
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || isForced;
  return (
    <section className={classes['section']} aria-label={title}>
      <h2>
        {isForced ? (
          <span className={`flex gap-6 wide mut small strong ${classes['fold']}`}>{title}</span>
        ) : (
          <button
            type="button"
            className={`flex gap-6 wide mut small strong ${classes['fold']}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpened(!isOpened)}
          >
            <IconChevronRight size={14} aria-hidden="true" />
            <span className="fixed">{title}</span>
            {!isOpen && <span className="grow shrink-x ink regular ellipsis num">{summary}</span>}
          </button>
        )}
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
