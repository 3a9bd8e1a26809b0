import type { LayoutOptions } from '@northlight/topology';
import { memo } from 'react';
import type { Viewport } from '../../kit/canvas/use-viewport.ts';
import type { DisplayGraph } from '../graph/display-graph.ts';
import { CARD_COLOURS, chooseCardColour } from './OverviewCanvas.tsx';
import { measureBounds, type Positions } from './positions.ts';
import classes from '../topology.module.css';

interface MiniMapProps {
  readonly graph: DisplayGraph;
  readonly positions: Positions;
  readonly options: LayoutOptions;
  readonly viewport: Viewport;
}

const WIDTH = 200;
const HEIGHT = 150;

/** The whole drawing in a corner, with the part that the window shows. A drag or the wheel moves the window. */
export function MiniMap({ graph, options, positions, viewport }: MiniMapProps) {
  const { pan, view } = viewport;
  const cards = measureBounds(positions, options);
  const [left, top] = [-view.x / view.zoom, -view.y / view.zoom];
  const [right, bottom] = [left + viewport.width / view.zoom, top + viewport.height / view.zoom];
  const x = Math.min(cards.x, left);
  const y = Math.min(cards.y, top);
  const width = Math.max(cards.x + cards.width, right) - x;
  const height = Math.max(cards.y + cards.height, bottom) - y;
  /** Pixels of the drawing per pixel of the mini-map. */
  const scale = Math.max(width / WIDTH, height / HEIGHT);
  const around = `M${x - width} ${y - height}h${3 * width}v${3 * height}h${-3 * width}z`;
  return (
    <svg
      className={`panel absolute ${classes['miniMap']}`}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`${x} ${y} ${width} ${height}`}
      data-overview-map
      role="img"
      aria-label="Overview of the drawing"
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ buttons, movementX, movementY }) => {
        if (buttons === 1) pan(-movementX * scale * view.zoom, -movementY * scale * view.zoom);
      }}
    >
      <CardMarks graph={graph} options={options} positions={positions} />
      <path
        className={classes['mask']}
        fillRule="evenodd"
        d={`${around}M${left} ${top}H${right}V${bottom}H${left}z`}
      />
    </svg>
  );
}

const CardMarks = memo(function CardMarks({ graph, options, positions }: Omit<MiniMapProps, 'viewport'>) {
  return [...graph.cards.values()].map((card) => {
    const at = positions.get(card.id);
    const size = { width: options.cardWidth, height: options.cardHeight };
    return (
      at && (
        <rect key={card.id} rx={5} {...at} {...size} fill={`var(${CARD_COLOURS[chooseCardColour(card)]})`} />
      )
    );
  });
});
