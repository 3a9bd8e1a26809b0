import { useClickOutside } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { InMenuContext } from './in-menu.ts';
import classes from './page.module.css';

/**
 * Button that opens the secondary actions of a page below it, for a phone. It uses no component of the library, because
 * every page would load the menu of the library first.
 */
export function MoreMenu({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const box = useClickOutside<HTMLDivElement>(close);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the menu around the focused button
    <div
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        close();
      }}
    >
      <button
        type="button"
        className={`centre field ${classes['moreButton']}`}
        aria-label="More actions"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- closes the menu after the button in it was used
        <div
          className={`panel absolute ${classes['more']}`}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('button:enabled:not([aria-disabled])')) close();
          }}
        >
          <InMenuContext value>{children}</InMenuContext>
        </div>
      )}
    </div>
  );
}
