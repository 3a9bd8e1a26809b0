import { useRef } from 'react';
import { expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { useGestures } from './use-gestures.ts';
import { fitView, useViewport } from './use-viewport.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

const LIMITS = { minZoom: 0.5, maxZoom: 4 };
const SHEET = { x: 0, y: 0, width: 200, height: 100 };

/** A frame of 400 × 300 px with one item of 20 px at 100, 100. */
function Drawing({ log }: { readonly log: (text: string) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useViewport(frame, LIMITS);
  const { height, view, width } = viewport;
  const gestures = useGestures<string>(frame, viewport, {
    onDrag: ({ item, point }) => {
      if (item !== undefined) log(`drag ${item} to ${Math.round(point.x)}`);
      return item !== undefined;
    },
    onDrop: ({ item = 'drawing' }) => log(`drop ${item}`),
    onPress: (item = 'drawing') => log(`press ${item}`),
  });
  const at = { left: view.x + 100 * view.zoom, top: view.y + 100 * view.zoom };
  return (
    <div
      ref={frame}
      data-testid="frame"
      data-view={[view.x, view.y, view.zoom].map((value) => value.toFixed(2)).join(' ')}
      style={{ position: 'relative', width: 400, height: 300, overflow: 'hidden', touchAction: 'none' }}
      {...{
        onPointerDown: gestures.press,
        onPointerMove: gestures.move,
        onPointerUp: gestures.release,
        onPointerCancel: gestures.release,
      }}
    >
      <div
        data-testid="item"
        style={{ position: 'absolute', width: 20, height: 20, ...at }}
        {...{ onPointerDown: (event: React.PointerEvent) => gestures.press(event, 'item') }}
      />
      <ZoomButtons
        viewport={viewport}
        onFit={() => viewport.show(fitView(SHEET, { width, height }, { ...LIMITS, padding: 10 }))}
      />
    </div>
  );
}

/** The protocol of Chromium, which sends touches of several fingers. */
const devTools: { readonly send?: (method: string, values: object) => Promise<unknown> } = cdp();

async function open() {
  const log: string[] = [];
  await render(<Drawing log={(text) => log.push(text)} />);
  const frame = page.getByTestId('frame');
  await expect.element(frame).toHaveAttribute('data-view', '0.00 0.00 1.00');
  return { frame, log };
}

it('zooms around the pointer within its limits, in steps of buttons, and fits the drawing', async () => {
  const { frame } = await open();
  const element = frame.element();
  const box = element.getBoundingClientRect();
  const wheel = (deltaY: number): boolean =>
    element.dispatchEvent(
      new WheelEvent('wheel', {
        deltaY,
        clientX: box.left + 100,
        clientY: box.top + 50,
        bubbles: true,
        cancelable: true,
      }),
    );
  wheel(-500);
  await expect.element(frame).toHaveAttribute('data-view', '-100.00 -50.00 2.00');
  wheel(-5_000);
  await expect.element(frame).toHaveAttribute('data-view', '-300.00 -150.00 4.00');
  await page.getByRole('button', { name: 'Fit into the window' }).click();
  await expect.element(frame).toHaveAttribute('data-view', '10.00 55.00 1.90');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.element(frame).toHaveAttribute('data-view', '-37.50 31.25 2.38');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.element(frame).toHaveAttribute('data-view', '10.00 55.00 1.90');
});

it('distinguishes a press from a drag, moves the drawing beside items, and leaves drags of items to its owner', async () => {
  const { frame, log } = await open();
  await page.getByTestId('item').click();
  await frame.click({ position: { x: 30, y: 200 } });
  expect(log).toEqual(['press item', 'press drawing']);
  await userEvent.dragAndDrop(frame, frame, {
    sourcePosition: { x: 30, y: 200 },
    targetPosition: { x: 80, y: 220 },
    steps: 5,
  });
  await expect.element(frame).toHaveAttribute('data-view', '50.00 20.00 1.00');
  expect(log.splice(0).at(-1)).toBe('drop drawing');
  await userEvent.dragAndDrop(page.getByTestId('item'), frame, {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: 250, y: 130 },
    steps: 5,
  });
  await expect.element(frame).toHaveAttribute('data-view', '50.00 20.00 1.00');
  expect(log.slice(-2)).toEqual(['drag item to 200', 'drop item']);
});

it('moves the drawing while an item is dragged at an edge', async () => {
  const { frame, log } = await open();
  await userEvent.dragAndDrop(page.getByTestId('item'), frame, {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: 390, y: 150 },
    steps: 20,
  });
  const [x = 0, y = 0] = (frame.element().getAttribute('data-view') ?? '').split(' ').map(Number);
  expect(x).toBeLessThan(0);
  expect(y).toBe(0);
  expect(log.at(-1)).toBe('drop item');
});

it('zooms and moves with two fingers, which end the drag of the first one', async () => {
  const { frame, log } = await open();
  const box = frame.element().getBoundingClientRect();
  // The page of the test is a frame that can be smaller than its content.
  const outer = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth);
  const scale = outer.width / window.innerWidth;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly [number, number][]) =>
    devTools.send?.('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({
        id,
        x: outer.left + (box.left + x) * scale,
        y: outer.top + (box.top + y) * scale,
      })),
    });
  await touch('touchStart', [110, 110]);
  await touch('touchMove', [130, 110]);
  await touch('touchStart', [130, 110], [230, 110]);
  expect(log.at(-1)).toBe('drop item');
  await touch('touchMove', [80, 110], [280, 110]);
  await expect.element(frame).toHaveAttribute('data-view', '-180.00 -110.00 2.00');
  await touch('touchEnd');
  await expect.poll(() => log.filter((text) => text.startsWith('press'))).toEqual([]);
});
