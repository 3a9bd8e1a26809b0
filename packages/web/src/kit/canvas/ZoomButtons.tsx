import { ActionIcon } from '@mantine/core';
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { ReactNode } from 'react';
import type { Viewport } from './use-viewport.ts';
import classes from './canvas.module.css';

interface ZoomButtonsProps {
  readonly viewport: Pick<Viewport, 'zoomBy'>;
  readonly onFit: () => void;
  /** Shows the drawing on the full screen, or in the page again. */
  readonly onFullScreen?: (() => void) | undefined;
}

/** Factor of one step. */
export const ZOOM_STEP = 1.25;

/** Buttons in a corner of a drawing. Two fingers zoom on a touch screen instead. */
export function ZoomButtons({ onFit, onFullScreen, viewport: { zoomBy } }: ZoomButtonsProps) {
  return (
    <div
      className={`column gap-4 absolute ${classes['zoom']}`}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <ZoomButton
        className="not-on-touch"
        label="Zoom in"
        icon={<IconPlus size={16} />}
        onClick={() => zoomBy(ZOOM_STEP)}
      />
      <ZoomButton
        className="not-on-touch"
        label="Zoom out"
        icon={<IconMinus size={16} />}
        onClick={() => zoomBy(1 / ZOOM_STEP)}
      />
      <ZoomButton label="Fit into the window" icon={<IconMaximize size={16} />} onClick={onFit} />
      {onFullScreen && (
        <ZoomButton label="Full screen" icon={<IconArrowsMaximize size={16} />} onClick={onFullScreen} />
      )}
    </div>
  );
}

interface ZoomButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly className?: string;
}

function ZoomButton({ className = '', icon, label, onClick }: ZoomButtonProps) {
  return (
    <ActionIcon
      className={className}
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}
