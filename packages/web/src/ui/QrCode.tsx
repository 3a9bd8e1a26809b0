import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './ui.module.css';

/** A QR code drawn as one path. */
export function QrCode({ text, label, size = 180 }: { text: string; label: string; size?: number }) {
  const { data, size: modules } = useMemo(() => encode(text, { border: 0, ecc: 'M' }), [text]);
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className={classes['qr']}
      viewBox={`0 0 ${modules} ${modules}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
