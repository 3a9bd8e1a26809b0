import type { ReactNode } from 'react';

/** Colours of texts on a sheet, which is white in both schemes. */
export const INK = '#0d1319';
export const MUTED = '#51606c';

const MARGIN = 32;
const HEAD = 62;
const MIN_WIDTH = 1_000;

interface SheetFrameProps {
  /** Title for screen readers. */
  readonly title: string;
  readonly heading: string;
  readonly line: string;
  /** Size of the content (px), whose upper left corner is 0, 0. */
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

/** A drawing on white paper, below its heading. Its colours do not depend on the page. */
export function SheetFrame({ children, heading, line, title, ...content }: SheetFrameProps) {
  const width = Math.max(content.width, MIN_WIDTH) + 2 * MARGIN;
  const height = content.height + HEAD + 2 * MARGIN;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="Inter, system-ui, sans-serif"
    >
      <title>{title}</title>
      <rect width={width} height={height} fill="#ffffff" />
      <text x={MARGIN} y={MARGIN + 16} fontSize={20} fontWeight={700} fill={INK}>
        {heading}
      </text>
      <text x={MARGIN} y={MARGIN + 40} fontSize={13} fill={MUTED}>
        {line}
      </text>
      <g transform={`translate(${MARGIN} ${MARGIN + HEAD})`}>{children}</g>
    </svg>
  );
}
