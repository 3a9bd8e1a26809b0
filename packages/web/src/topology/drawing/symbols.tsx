import type { ReactNode } from 'react';
import type { CardSymbol } from '../graph/card-kinds.ts';

/** Four corners behind a drawing, which mark several devices. */
const STACK = <path d="M8 3.5h10.5a2 2 0 0 1 2 2V16" />;
const DOME = (
  <>
    <path d="M6 15a6 6 0 0 1 12 0z" />
    <path d="M9.5 18.5h5" />
  </>
);
const CAMERA = (
  <>
    <path d="M4 8.5l11-3 2 6.5-11 3z" />
    <path d="M17 9.5l2.5-.7" />
    <path d="M9 14.5V19H5" />
  </>
);
const PANEL = (
  <>
    <path d="M6 6h7v10H6z" />
    <path d="M9.5 16v4" />
    <path d="M16 8a5 5 0 0 1 0 6" />
    <path d="M18.5 6a8.5 8.5 0 0 1 0 10" />
  </>
);

/** A document with braces: only its document describes the device. */
const DOCUMENT = (
  <>
    <path d="M5.5 2.5h9l4 4v15h-13z" />
    <path d="M14.5 2.5v4h4" />
    <path d="M10.4 10c-1.1 0-1.4.5-1.4 1.4v1.2c0 .8-.4 1.2-1.1 1.2.7 0 1.1.4 1.1 1.2v1.2c0 .9.3 1.4 1.4 1.4" />
    <path d="M13.6 10c1.1 0 1.4.5 1.4 1.4v1.2c0 .8.4 1.2 1.1 1.2-.7 0-1.1.4-1.1 1.2v1.2c0 .9-.3 1.4-1.4 1.4" />
  </>
);

/** Drawings in a square of 24, as lines of one width. Each differs by its shape, so that colour is not needed. */
const DRAWINGS: Readonly<Record<CardSymbol, ReactNode>> = {
  internet: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c3 2.6 4.2 5.4 4.2 8.5S15 17.9 12 20.5c-3-2.6-4.2-5.4-4.2-8.5S9 6.1 12 3.5z" />
    </>
  ),
  'unknown-network': (
    <>
      <path d="M7 18.5a4 4 0 0 1-.6-7.95 5.6 5.6 0 0 1 10.9-.55A4.3 4.3 0 0 1 17 18.5z" />
      <path d="M10.6 11.4a1.5 1.5 0 1 1 2 1.4c-.4.15-.6.45-.6.9M12 15.7v.1" />
    </>
  ),
  'unknown-device': (
    <>
      <path d="M5 5h14v14H5z" strokeDasharray="3 2.2" />
      <path d="M10.2 10a1.9 1.9 0 1 1 2.5 1.8c-.5.2-.7.55-.7 1.1M12 15.6v.1" />
    </>
  ),
  router: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 10.5V6m-2 1.7L12 5.7l2 2M12 13.5V18m-2-1.7l2 2 2-2M10.5 12H6.5m1.5-1.7L6 12l2 1.7M13.5 12h4M16 10.3l2 1.7-2 1.7" />
    </>
  ),
  v7: DOCUMENT,
  'wireless-router': (
    <>
      <path d="M3.5 13.5h17v6h-17z" />
      <path d="M7 13.5V5M17 13.5V5" />
      <path d="M7 16.5h.1M10 16.5h.1M10.5 9.2a2.3 2.3 0 0 1 3 0" />
    </>
  ),
  switch: (
    <>
      <path d="M2.5 8h19v8h-19z" />
      <path d="M5.5 11v2.2h2V11zM10 11v2.2h2V11zM14.5 11v2.2h2V11zM19 12.1v.1" />
    </>
  ),
  client: (
    <>
      <path d="M7 3.5h10v17H7z" />
      <path d="M11 17.5h2" />
    </>
  ),
  mesh: (
    <>
      <circle cx="12" cy="5.5" r="2.5" />
      <circle cx="5.5" cy="17.5" r="2.5" />
      <circle cx="18.5" cy="17.5" r="2.5" />
      <path d="M10.8 7.7l-4.1 7.6M13.2 7.7l4.1 7.6M8 17.5h8" />
    </>
  ),
  ap: (
    <>
      {DOME}
      <path d="M8.5 7a5.5 5.5 0 0 1 7 0" />
      <path d="M6.5 4.5a8.5 8.5 0 0 1 11 0" />
    </>
  ),
  'ap-wired': (
    <>
      <path d="M6 11a6 6 0 0 1 12 0z" />
      <path d="M8.5 4a5.5 5.5 0 0 1 7 0" />
      <path d="M12 11v5M9.5 16h5v4.5h-5z" />
    </>
  ),
  'ap-wireless': (
    <>
      {DOME}
      <path d="M12 12V4" strokeDasharray="2 1.8" />
      <path d="M9.5 5.5L12 3l2.5 2.5" />
    </>
  ),
  nvr: (
    <>
      <path d="M3 6.5h18v11H3z" />
      <circle cx="9" cy="12" r="3" />
      <path d="M9 12h.1M15 10h3.5M15 14h3.5" />
    </>
  ),
  cpe: PANEL,
  ipc: CAMERA,
  'expand-ap': (
    <>
      {STACK}
      <g transform="translate(-2 3) scale(.9)">
        {DOME}
        <path d="M8.5 7a5.5 5.5 0 0 1 7 0" />
      </g>
    </>
  ),
  'expand-cpe': (
    <>
      {STACK}
      <g transform="translate(-2 3) scale(.85)">{PANEL}</g>
    </>
  ),
  'expand-ipc': (
    <>
      {STACK}
      <g transform="translate(-2 3) scale(.9)">{CAMERA}</g>
    </>
  ),
  'expand-ipc-wireless': (
    <>
      {STACK}
      <g transform="translate(-2 5) scale(.8)">{CAMERA}</g>
      <path d="M8 8a5.5 5.5 0 0 1 7 0" />
    </>
  ),
};

/** Drawing of a card. It is decorative, because the kind is in the card's name. */
export function TopologySymbol({
  symbol,
  size = 24,
}: {
  readonly symbol: CardSymbol;
  readonly size?: number;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {DRAWINGS[symbol]}
    </svg>
  );
}
