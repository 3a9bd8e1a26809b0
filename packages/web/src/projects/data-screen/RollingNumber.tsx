import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const ROLL_MS = 700;

interface RollingNumberProps {
  readonly value: number;
  readonly format: (value: number) => string;
}

/** A number that moves to its next value. It changes at once if the user prefers reduced motion. */
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
    let startedAt: number | undefined;
    const step = (now: number): void => {
      startedAt ??= now;
      const progress = Math.min(1, (now - startedAt) / ROLL_MS);
      write(progress === 1 ? value : from + (value - from) * (1 - (1 - progress) ** 3));
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [format, value]);
  // React renders only the first value; animation frames write the later values.
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
