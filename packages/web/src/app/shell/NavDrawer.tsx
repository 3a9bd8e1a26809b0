import { UnstyledButton } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './shell.module.css';
import { MainNav } from './Sidebar.tsx';

/** Closes the dialog on a click outside it, in browsers that support the attribute. */
const CLOSES_OUTSIDE = { closedby: 'any' } as const;

/**
 * Menu button and main navigation of narrow windows, which have no space beside the page. The drawer is a
 * native dialog: the browser keeps the focus inside and closes it on Escape. It also closes when another page
 * opens.
 */
export function NavDrawer() {
  const drawer = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => drawer.current?.close()), [router]);
  return (
    <>
      <UnstyledButton
        className={`${classes['iconButton']} ${classes['menuButton']}`}
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <IconMenu2 size={20} stroke={1.8} aria-hidden />
      </UnstyledButton>
      <dialog
        ref={drawer}
        className={`raised ink ${classes['drawer']}`}
        aria-label="Menu"
        {...CLOSES_OUTSIDE}
      >
        <div className={`row between raised bold ${classes['drawerHead']}`}>
          Northlight
          <UnstyledButton
            className={classes['iconButton']}
            aria-label="Close menu"
            onClick={() => drawer.current?.close()}
          >
            <IconX size={20} stroke={1.8} aria-hidden />
          </UnstyledButton>
        </div>
        <MainNav />
      </dialog>
    </>
  );
}
