import { ActionIcon, Splitter } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { localState } from '../local-state/index.ts';
import { isModalOpen } from './is-modal-open.ts';
import classes from './page.module.css';

const DEFAULT_WIDTH = 400;
const MIN_WIDTH = 320;
const MIN_LIST = '340px';
const LIST = 'main [role="grid"], main [data-panel-list]';

interface SplitPanelProps {
  readonly children: ReactNode;
  /** Content of the panel, which is closed without content. */
  readonly panel: ReactNode;
  readonly title: ReactNode;
  /** Name of the panel for screen readers. */
  readonly label: string;
  readonly onClose: () => void;
}

/** Returns true if a dropdown or menu is open at the target of a key, which uses Escape itself. */
const isListOpen = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  (target.getAttribute('aria-expanded') === 'true' || target.closest('[role="menu"]') !== null);

/** A panel beside a list. Its width is stored, and Escape closes it. */
export function SplitPanel({ children, panel, title, label, onClose }: SplitPanelProps) {
  const [width, setWidth] = useState(() => localState.panelWidth() ?? DEFAULT_WIDTH);
  const close = useCallback(() => {
    onClose();
    // Moves the focus from the closed panel back to the list.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(LIST)?.focus());
  }, [onClose]);
  const opened = panel !== undefined && panel !== null && panel !== false;
  useEffect(() => {
    if (!opened) return;
    // Checks for another open layer before it handles the key itself, and closes the panel afterwards if the key was not
    // used. A tooltip stops the event without using it.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isListOpen(event) || isModalOpen()) return;
      setTimeout(() => event.defaultPrevented || close());
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [opened, close]);
  // Keeps the list in the same element with and without a panel, so that it keeps its selection and scroll
  // position.
  return (
    <Splitter
      className={`grow ${classes['splitter']}`}
      lineSize={0}
      step="16px"
      shiftStep="64px"
      sizes={opened ? [100, `${width}px`] : [100]}
      onSizeChange={(sizes) => setWidth(Number.parseFloat(String(sizes[1])))}
      onResizeEnd={(_index, sizes) => localState.setPanelWidth(Number.parseFloat(String(sizes[1])))}
    >
      <Splitter.Pane
        defaultSize={100}
        min={MIN_LIST}
        className={`column shrink-x shrink-y clipped ${classes['pane']}`}
      >
        {children}
      </Splitter.Pane>
      {opened && (
        <Splitter.Pane
          defaultSize={`${width}px`}
          min={`${MIN_WIDTH}px`}
          className={`column shrink-x shrink-y clipped ${classes['pane']}`}
        >
          <aside className={`column grow shrink-y panel ${classes['panel']}`} aria-label={label}>
            <header className={`flex between gap-8 ${classes['panelHead']}`}>
              <div className={`grow shrink-x bold ${classes['panelTitle']}`}>{title}</div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                className={classes['closePanel'] ?? ''}
                aria-label="Close panel"
                onClick={close}
              >
                <IconX size={17} />
              </ActionIcon>
            </header>
            <ScrollBox label={`${label} details`} className={`grow shrink-y ${classes['panelBody']}`}>
              {panel}
            </ScrollBox>
          </aside>
        </Splitter.Pane>
      )}
    </Splitter>
  );
}
