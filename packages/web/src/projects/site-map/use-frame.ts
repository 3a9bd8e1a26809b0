import { type RefCallback, useCallback, useState } from 'react';
import type { Frame } from './world.ts';

/** Returns the size of an element in pixels; undefined until it is mounted. */
export function useFrame(): readonly [Frame | undefined, RefCallback<HTMLElement>] {
  const [frame, setFrame] = useState<Frame>();
  const box = useCallback((node: HTMLElement | null) => {
    if (!node) return undefined;
    const observer = new ResizeObserver(() =>
      setFrame({ width: node.clientWidth, height: node.clientHeight }),
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [frame, box];
}
