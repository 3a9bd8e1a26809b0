import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const ROLL_MS = 700;

interface RollingNumberProps {
  readonly value: number;
  readonly format: (value: number) => string;
}

/** A number that moves to its next value, for eyes across a room; who wants no motion sees it jump. */
export function RollingNumber({ format, value }: RollingNumberProps) {
  const node = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    const from = shown.current;
    if (from === value) return undefined;
    const write = (number: number): void => {
      shown.current = number;
      if (node.current) node.current.textContent = format(number);
    };
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      write(value);
      return undefined;
    }
    let frame = 0;
    let began: number | undefined;
    const step = (now: number): void => {
      began ??= now;
      const done = Math.min(1, (now - began) / ROLL_MS);
      write(done === 1 ? value : from + (value - from) * (1 - (1 - done) ** 3));
      if (done < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [format, value]);
  // React writes it once; after that the frames do, and a new value must not jump ahead of them.
  const [first] = useState(() => format(value));
  return (
    <>
      <span ref={node} aria-hidden="true">
        {first}
      </span>
      <VisuallyHidden>{format(value)}</VisuallyHidden>
    </>
  );
}
