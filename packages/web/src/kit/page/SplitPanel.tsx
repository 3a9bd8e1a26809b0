import { ActionIcon, Splitter } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { localState } from '../local-state/index.ts';
import classes from './page.module.css';

const DEFAULT_WIDTH = 400;
const MIN_WIDTH = 320;
const MIN_LIST = '340px';

interface SplitPanelProps {
  readonly children: ReactNode;
  /** Content of the panel; none closes it. */
  readonly panel: ReactNode;
  readonly title: ReactNode;
  /** Name of the panel for screen readers. */
  readonly label: string;
  readonly onClose: () => void;
}

/** A row opens beside its list, never over it; the width is kept, Escape closes. */
export function SplitPanel({ children, panel, title, label, onClose }: SplitPanelProps) {
  const [width, setWidth] = useState(() => localState.panelWidth() ?? DEFAULT_WIDTH);
  const close = useCallback(() => {
    onClose();
    // Whoever was in the panel goes on in the list.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main [role="grid"]')?.focus());
  }, [onClose]);
  const opened = panel !== undefined && panel !== null && panel !== false;
  useEffect(() => {
    if (!opened) return;
    // Asked before the field hears of the key: a list that hangs open takes Escape for itself.
    let inList = false;
    const onCapture = ({ target }: KeyboardEvent) => {
      inList = target instanceof Element && target.getAttribute('aria-expanded') === 'true';
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || inList) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      close();
    };
    document.addEventListener('keydown', onCapture, true);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onCapture, true);
      document.removeEventListener('keydown', onKey);
    };
  }, [opened, close]);
  // The list stays the same element whether a panel is open or not: its selection and its place are kept.
  return (
    <Splitter
      className={classes['splitter']}
      lineSize={0}
      step="16px"
      shiftStep="64px"
      sizes={opened ? [100, `${width}px`] : [100]}
      onSizeChange={(sizes) => setWidth(Number.parseFloat(String(sizes[1])))}
      onResizeEnd={(_index, sizes) => localState.setPanelWidth(Number.parseFloat(String(sizes[1])))}
    >
      <Splitter.Pane defaultSize={100} min={MIN_LIST} className={classes['pane']}>
        {children}
      </Splitter.Pane>
      {opened && (
        <Splitter.Pane defaultSize={`${width}px`} min={`${MIN_WIDTH}px`} className={classes['pane']}>
          <aside className={classes['panel']} aria-label={label}>
            <header className={classes['panelHead']}>
              <div className={classes['panelTitle']}>{title}</div>
              <ActionIcon variant="subtle" color="gray" size={28} aria-label="Close panel" onClick={close}>
                <IconX size={17} />
              </ActionIcon>
            </header>
            <div className={classes['panelBody']}>{panel}</div>
          </aside>
        </Splitter.Pane>
      )}
    </Splitter>
  );
}
