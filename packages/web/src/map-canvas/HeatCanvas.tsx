import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createCanvasPainter } from './canvas-painter.ts';
import type { Look } from './colour-ramps.ts';
import type { FrameSource } from './map-client.ts';
import type { HeatPainter, MapView } from './painter.ts';
import { createWebglPainter } from './webgl-painter.ts';

interface HeatCanvasProps {
  /** Frames to paint, usually a `MapClient`. */
  readonly source: FrameSource;
  readonly view: MapView;
  /** Colours and lines; keep the object from one rendering to the next (`createLook`). */
  readonly look: Look;
  /** Size of the canvas (CSS px). */
  readonly width: number;
  readonly height: number;
  /** From 0 to 1. */
  readonly opacity: number;
  /** Description for screen readers. */
  readonly label: string;
  /** `auto` uses WebGL2 if the browser computes it on a GPU. */
  readonly painter?: 'auto' | HeatPainter['kind'];
  /** Is called in the animation frame in which a new frame was painted. */
  readonly onPaint?: (kind: HeatPainter['kind']) => void;
}

/**
 * Paints the levels of a map over its plan. New frames and views are painted in the next animation frame, without rendering
 * React components.
 */
export function HeatCanvas(props: HeatCanvasProps) {
  const { painter = 'auto' } = props;
  const [isLost, setLost] = useState(false);
  // A canvas keeps its kind of context, so that another painter needs another canvas.
  const kind = painter === 'canvas' || isLost ? 'canvas' : 'webgl';
  return (
    <Canvas
      key={kind}
      {...props}
      kind={kind}
      acceptsSlow={painter === 'webgl'}
      onLost={() => setLost(true)}
    />
  );
}

interface CanvasProps extends HeatCanvasProps {
  readonly kind: HeatPainter['kind'];
  readonly acceptsSlow: boolean;
  readonly onLost: () => void;
}

function Canvas(props: CanvasProps) {
  const { acceptsSlow, height, kind, label, look, onLost, onPaint, opacity, source, view, width } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ look, onLost, onPaint, view });
  const repaint = useRef<() => void>(undefined);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const painter =
      kind === 'webgl' ? createWebglPainter(element, acceptsSlow) : createCanvasPainter(element);
    if (!painter) {
      latest.current.onLost();
      return undefined;
    }
    let request: number | undefined;
    const paint = (): void => {
      request = undefined;
      const frame = source.getFrame();
      if (!frame || frame.levels.length === 0) return;
      const shown = latest.current;
      painter.paint(frame, shown.view, shown.look, element.width / Math.max(element.clientWidth, 1));
      shown.onPaint?.(painter.kind);
    };
    const schedule = (): void => {
      request ??= requestAnimationFrame(paint);
    };
    const lose = (): void => latest.current.onLost();
    const unsubscribe = source.subscribe(schedule);
    element.addEventListener('webglcontextlost', lose);
    repaint.current = schedule;
    schedule();
    return () => {
      unsubscribe();
      element.removeEventListener('webglcontextlost', lose);
      if (request !== undefined) cancelAnimationFrame(request);
      painter.dispose();
    };
  }, [acceptsSlow, kind, source]);
  useLayoutEffect(() => {
    latest.current = { look, onLost, onPaint, view };
    repaint.current?.();
  });
  const ratio = window.devicePixelRatio;
  return (
    <canvas
      ref={canvas}
      className="cover pass-through"
      width={Math.round(width * ratio)}
      height={Math.round(height * ratio)}
      style={{ width, height, opacity }}
      role="img"
      aria-label={label}
    />
  );
}
