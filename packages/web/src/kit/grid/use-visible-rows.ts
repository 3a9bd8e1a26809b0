import { elementScroll, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Number of rows that are rendered above and below the view. */
const OVERSCAN = 4;

type Rows = Virtualizer<HTMLDivElement, Element>;

interface VisibleRowsOptions {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of the header inside the scrolled element. */
  readonly headerHeight: number;
  readonly scrollRef: RefObject<HTMLDivElement | null>;
}

/** Returns a virtualizer that renders the rows in the view and four rows above and below it. */
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
    // Computes row positions again only when the row height has changed.
    if (measuredFor.current === rowHeight) return;
    measuredFor.current = rowHeight;
    rows.measure();
  }, [rowHeight, rows]);
  return rows;
}

let lastHeight: number | undefined;

/**
 * Renders rows for the height of the previous list first and corrects them in the same frame if the height
 * differs: measuring first would cost one more layout of the page.
 */
function watchRect({ scrollElement }: Rows, onRect: (rect: Rect) => void): (() => void) | undefined {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(() => {
    const { offsetHeight: height, offsetWidth: width } = scrollElement;
    lastHeight = height;
    flushSync(() => onRect({ width, height }));
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

const scrolledElements = new WeakSet<Element>();

/**
 * Does not scroll a new list, which is at its start already: scrolling would force a layout before the list
 * is complete.
 */
const scrollUnlessNew: typeof elementScroll<HTMLDivElement> = (offset, options, rows) => {
  const { scrollElement } = rows;
  const isNew = scrollElement !== null && !scrolledElements.has(scrollElement);
  if (isNew) scrolledElements.add(scrollElement);
  if (!isNew || offset !== 0) elementScroll(offset, options, rows);
};
