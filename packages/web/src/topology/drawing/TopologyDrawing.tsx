import type { Topology } from '@northlight/contract';
import type { CardPosition, LayoutOptions } from '@northlight/topology';
import {
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  useRef,
  useState,
} from 'react';
import { ARROWS } from '../../kit/canvas/arrow-keys.ts';
import { useGestures } from '../../kit/canvas/use-gestures.ts';
import { useViewport } from '../../kit/canvas/use-viewport.ts';
import { ZoomButtons } from '../../kit/canvas/ZoomButtons.tsx';
import { useIsPhone } from '../../kit/use-is-phone.ts';
import { CardLayer, type CardLayerProps } from './CardLayer.tsx';
import { findItemId } from './item-props.ts';
import { LinkHover } from './LinkHover.tsx';
import { MiniMap } from './MiniMap.tsx';
import { findCardAt, OverviewCanvas } from './OverviewCanvas.tsx';
import type { Positions } from './positions.ts';
import { NAMES_ZOOM, useFittedView, ZOOM_LIMITS } from './use-fitted-view.ts';
import { useLayoutOptions, usePlacedCards } from './use-placed-cards.ts';
import { useVisibleCards } from './use-visible-cards.ts';
import classes from '../topology.module.css';

/** Zoom levels from which cards show all details, their name in larger type, and their name in the largest type. */
const ZOOM_LEVELS = [
  ['near', 0.9],
  ['middle', 0.6],
  ['small', NAMES_ZOOM],
] as const;
/** Distance of the dots of the background (px), and the zoom from which they are shown. */
const DOTS = 24;
const DOTS_ZOOM = 0.3;
/** Steps of the arrow keys, and of those with Shift (px). */
const STEP = 5;
const LARGE_STEP = 20;

interface DrawingProps extends Pick<
  CardLayerProps,
  'describeLine' | 'expanded' | 'graph' | 'highlight' | 'onClients' | 'selectedId'
> {
  readonly topology: Topology;
  readonly direction: LayoutOptions['direction'];
  /** Positions of cards that users moved. */
  readonly offsets: Positions;
  /** Called with the new distance from the card above when a card was moved; cards cannot be moved without it. */
  readonly onMove: ((nodeId: string, offset: CardPosition) => void) | undefined;
  /** The shown time of the past; undefined for the present. */
  readonly at?: string | undefined;
  /** Card to move into view; another object moves it again. */
  readonly target: { readonly id: string } | undefined;
  readonly onSelect: (id: string | undefined) => void;
  /** Enters or leaves full-screen mode. */
  readonly onFullScreen?: () => void;
}

/** Drawing of the topology with pan, zoom and mini-map. Cards and lines can be reached and opened with the keyboard. */
export function TopologyDrawing(props: DrawingProps) {
  const { at, direction, graph, highlight, offsets, onFullScreen, onMove, onSelect, selectedId, topology } =
    props;
  const isPhone = useIsPhone();
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useViewport(frame, ZOOM_LIMITS);
  const { view, zoomBy } = viewport;
  const { options, renew } = useLayoutOptions(viewport, direction, offsets.size > 0 || onMove !== undefined);
  const { dragBy, moveBy, parents, positions } = usePlacedCards(graph, options, offsets, onMove);
  const { ids, isOverview } = useVisibleCards(viewport, positions, parents, options);
  const [hovered, setHovered] = useState<Omit<Parameters<typeof LinkHover>[0], 'at' | 'topology'>>();
  const { centre, fit, isWhole } = useFittedView(
    viewport,
    positions,
    options,
    props.target,
    `${direction} ${graph.cards.size}`,
    graph.lines.find(({ id }) => id === selectedId)?.lowerId ?? selectedId,
  );
  const findLink = (id: string | undefined) => graph.lines.find((line) => line.id === id)?.link;
  const isMovable = (id: string | undefined): id is string =>
    onMove !== undefined && id !== undefined && graph.cards.has(id);
  const gestures = useGestures<string>(frame, viewport, {
    onDrag: ({ from, item, point }) => {
      if (!isMovable(item)) return false;
      dragBy(item, { x: point.x - from.x, y: point.y - from.y });
      return true;
    },
    onDrop: ({ from, item, point }) => {
      if (isMovable(item)) moveBy(item, { x: point.x - from.x, y: point.y - from.y });
    },
    onPress: (id, point) => {
      if (id === undefined) onSelect(isOverview ? findCardAt(point, positions, options) : undefined);
      else if (graph.cards.has(id) || findLink(id)) onSelect(id);
    },
  });
  const onPointerOver = ({ clientX, clientY, pointerType, target }: PointerEvent): void => {
    const link = pointerType === 'mouse' ? findLink(findItemId(target)) : undefined;
    const bounds = frame.current?.getBoundingClientRect();
    setHovered(link && bounds && { link, x: clientX - bounds.left, y: clientY - bounds.top, bounds });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = findItemId(event.target);
    const arrow = ARROWS[event.key];
    if (id !== undefined && (event.key === 'Enter' || event.key === ' ')) onSelect(id);
    else if (arrow && isMovable(id) && id === selectedId) {
      event.preventDefault();
      const step = event.shiftKey ? LARGE_STEP : STEP;
      moveBy(id, { x: arrow.x * step, y: arrow.y * step });
    }
  };
  /** Moves a card that the keyboard reaches outside the window into it. */
  const onFocus = ({ target }: FocusEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    const own = target.getBoundingClientRect();
    if (!box || !target.matches('[data-card]:focus-visible')) return;
    const isInside =
      own.left >= box.left && own.right <= box.right && own.top >= box.top && own.bottom <= box.bottom;
    if (!isInside) centre(findItemId(target) ?? '', view.zoom);
  };
  const handlers: HTMLAttributes<HTMLDivElement> = {
    onPointerDown: (event) => gestures.press(event, findItemId(event.target)),
    onPointerMove: gestures.move,
    onPointerUp: gestures.release,
    onPointerCancel: gestures.release,
    onPointerOver,
    onPointerLeave: () => setHovered(undefined),
    onDoubleClick: (event) => {
      const { shiftKey, target } = event;
      // Two clicks on a button are two steps of it.
      const isControl = target instanceof Element && target.closest('button, [data-overview-map]') !== null;
      if (!isControl && !isMovable(findItemId(target))) zoomBy(shiftKey ? 0.5 : 2, event);
    },
    onKeyDown,
    onFocus,
    // The browser moves a focused card into view by scrolling the frame.
    onScroll: ({ currentTarget }) => currentTarget.scrollTo(0, 0),
  };
  return (
    <div
      ref={frame}
      className={`grow panel relative clipped ${classes['drawing']}`}
      data-zoom={ZOOM_LEVELS.find(([, from]) => view.zoom >= from)?.[0] ?? 'far'}
      role="application"
      aria-label="Drawing of the network topology"
      style={{
        backgroundPosition: `${view.x}px ${view.y}px`,
        backgroundSize: view.zoom < DOTS_ZOOM ? '0' : `${DOTS * view.zoom}px ${DOTS * view.zoom}px`,
      }}
      {...handlers}
    >
      {isOverview && (
        <OverviewCanvas
          graph={graph}
          positions={positions}
          options={options}
          highlight={highlight}
          viewport={viewport}
        />
      )}
      <div
        className={`absolute ${classes['layer']}`}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
      >
        <CardLayer
          graph={graph}
          options={options}
          positions={positions}
          ids={ids}
          highlight={highlight}
          selectedId={selectedId}
          describeLine={props.describeLine}
          expanded={props.expanded}
          onClients={props.onClients}
        />
      </div>
      <ZoomButtons
        viewport={viewport}
        onFit={() => {
          renew();
          fit();
        }}
        onFullScreen={isPhone ? undefined : onFullScreen}
      />
      {!ids && !isPhone && !isWhole && (
        <MiniMap graph={graph} positions={positions} options={options} viewport={viewport} />
      )}
      {hovered && <LinkHover {...hovered} topology={topology} at={at} />}
    </div>
  );
}
