import { elementScroll, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Rows that are kept ready below and above the view. */
const OVERSCAN = 4;

type Rows = Virtualizer<HTMLDivElement, Element>;

interface VisibleRowsOptions {
  readonly count: number;
  readonly rowHeight: number;
  /** What stands above the first row inside the scrolled box. */
  readonly headerHeight: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
}

/** Which of many rows are drawn: those in the view and a few around it. */
export function useVisibleRows({ count, headerHeight, rowHeight, scrollRef }: VisibleRowsOptions) {
  // oxlint-disable-next-line react/incompatible-library -- its values are read by the grid only, so nothing memoised goes stale
  const rows = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollPaddingStart: headerHeight,
    scrollMargin: 0,
    initialRect: { width: 0, height: lastHeight ?? window.innerHeight },
    observeElementRect: watchRect,
    scrollToFn: scrollUnlessNew,
  });
  const measuredFor = useRef(rowHeight);
  useEffect(() => {
    // Ten thousand places are worked out anew only when they are others.
    if (measuredFor.current === rowHeight) return;
    measuredFor.current = rowHeight;
    rows.measure();
  }, [rowHeight, rows]);
  return rows;
}

let lastHeight: number | undefined;

/**
 * Rows are drawn at once into the height of the list before, and put right in the same frame where it is another one:
 * to ask for the height first would lay the page out without rows, and then once more with them.
 */
function watchRect({ scrollElement }: Rows, told: (rect: Rect) => void): (() => void) | undefined {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(() => {
    const { offsetHeight: height, offsetWidth: width } = scrollElement;
    lastHeight = height;
    flushSync(() => told({ width, height }));
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

const entered = new WeakSet<Element>();

/** A new list stands at its start: to scroll it there would lay it out before it is complete. */
const scrollUnlessNew: typeof elementScroll<HTMLDivElement> = (offset, options, rows) => {
  const { scrollElement } = rows;
  const isNew = scrollElement !== null && !entered.has(scrollElement);
  if (isNew) entered.add(scrollElement);
  if (!isNew || offset !== 0) elementScroll(offset, options, rows);
};
