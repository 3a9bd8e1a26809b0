import { getDeviceState } from '@northlight/contract';
import type { CardPosition, LayoutOptions } from '@northlight/topology';
import { useEffect, useRef } from 'react';
import type { Viewport } from '../../kit/canvas/use-viewport.ts';
import { type DisplayGraph, isOffline, type TopologyCard } from '../graph/display-graph.ts';
import type { Highlight } from '../graph/highlight.ts';
import type { Positions } from './positions.ts';

interface OverviewProps {
  readonly graph: DisplayGraph;
  readonly positions: Positions;
  readonly options: LayoutOptions;
  readonly highlight: Highlight | undefined;
  readonly viewport: Viewport;
}

/** Smallest size of a card on the canvas (px). */
const MIN_CARD = 2;
const DIM = 0.25;

/** Drawing of many cards on a canvas, as coloured boxes without text. */
export function OverviewCanvas({ graph, highlight, options, positions, viewport }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { height, view, width } = viewport;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const { x, y, zoom } = view;
    const { canvas: element } = context;
    const ratio = window.devicePixelRatio;
    element.width = width * ratio;
    element.height = height * ratio;
    const style = getComputedStyle(element);
    const boxWidth = Math.max(MIN_CARD, options.cardWidth * zoom);
    const boxHeight = Math.max(MIN_CARD, options.cardHeight * zoom);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.strokeStyle = style.getPropertyValue('--thumb');
    context.lineWidth = 1;
    context.beginPath();
    const half = options.gap / 2;
    for (const { isInTree, lowerId, upperId } of graph.lines) {
      const [upper, lower] = [positions.get(upperId), positions.get(lowerId)];
      if (!upper || !lower || !isInTree) continue;
      const isVertical = options.direction === 'vertical';
      const from = isVertical
        ? { x: upper.x + half, y: upper.y + options.cardHeight }
        : { x: upper.x + options.cardWidth, y: upper.y + half };
      const to = isVertical ? { x: lower.x + half, y: lower.y } : { x: lower.x, y: lower.y + half };
      context.moveTo(from.x * zoom + x, from.y * zoom + y);
      if (isVertical) context.lineTo(from.x * zoom + x, (to.y - half) * zoom + y);
      else context.lineTo((to.x - half) * zoom + x, from.y * zoom + y);
      context.lineTo(
        (isVertical ? to.x : to.x - half) * zoom + x,
        (isVertical ? to.y - half : to.y) * zoom + y,
      );
      context.lineTo(to.x * zoom + x, to.y * zoom + y);
    }
    context.stroke();
    for (const [id, at] of positions) {
      const card = graph.cards.get(id);
      if (!card) continue;
      context.globalAlpha = highlight && !highlight.ids.has(id) ? DIM : 1;
      context.fillStyle = style.getPropertyValue(CARD_COLOURS[chooseCardColour(card)]);
      context.fillRect(at.x * zoom + x, at.y * zoom + y, boxWidth, boxHeight);
    }
    context.globalAlpha = 1;
  }, [graph, height, highlight, options, positions, view, width]);
  return (
    <canvas
      ref={canvas}
      className="cover wide high pass-through"
      data-overview
      role="img"
      aria-label={`Overview of ${graph.cards.size} cards. Zoom in for their names, or use the list.`}
    />
  );
}

/** Returns the card at a point of the drawing. */
export function findCardAt(
  point: CardPosition,
  positions: Positions,
  { cardHeight, cardWidth }: LayoutOptions,
): string | undefined {
  for (const [id, { x, y }] of positions)
    if (point.x >= x && point.x <= x + cardWidth && point.y >= y && point.y <= y + cardHeight) return id;
  return undefined;
}

/** Variables with the colours of cards without text. */
export const CARD_COLOURS = {
  ok: '--st-ok',
  warn: '--st-warn',
  error: '--st-err',
  other: '--mut',
} as const;

export function chooseCardColour({ alarms, device, members }: TopologyCard): keyof typeof CARD_COLOURS {
  if (alarms) return alarms.severity === 'critical' ? 'error' : 'warn';
  if (members) return members.some(({ state }) => isOffline(state)) ? 'warn' : 'ok';
  if (device?.state === undefined) return 'other';
  return ({ success: 'ok', warning: 'warn', error: 'error' } as const)[getDeviceState(device.state).colour];
}
