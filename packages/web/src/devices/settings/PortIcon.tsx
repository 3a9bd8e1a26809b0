import { type getLinkState, type Port, formatSpeedClass } from './port-labels.ts';
import classes from './settings.module.css';

interface PortIconProps {
  readonly port: Port;
  readonly link: ReturnType<typeof getLinkState>;
}

/** Icon of a port, RJ45 or SFP, with a bolt while it feeds a device by PoE, a stroke for a disabled port and a bar for a blocked one. */
export function PortIcon({ port, link }: PortIconProps) {
  const lit = link === 'up' || link === 'slow';
  const isPowering = port.poe && (port.poeWatts ?? 0) > 0;
  const icon = (
    <svg width="24" height="20" viewBox="0 0 26 22" aria-hidden="true">
      {port.type === 'sfp' ? <SfpCage lit={lit} /> : <CopperJack lit={lit} />}
      {isPowering && (
        <path
          d="M22.5 0 19 5.4h2.4L20.6 10l4.6-6h-2.7Z"
          fill="var(--st-warn)"
          stroke="var(--panel-2)"
          strokeWidth="1.6"
          paintOrder="stroke"
        />
      )}
      {link === 'blocked' && <path d="M2 13h22" stroke="currentColor" strokeWidth="3.2" />}
      {link === 'off' && <path d="M3 20 23 4" stroke="currentColor" strokeWidth="1.8" />}
    </svg>
  );
  // Shows the speed as decoration, because the accessible name of the port includes it.
  const speed = lit ? formatSpeedClass(port.speedMbps ?? port.maxSpeedMbps) : undefined;
  return (
    <span className={`block wide relative ${classes['icon']}`} data-speed={speed} data-kind={port.type}>
      {icon}
    </span>
  );
}

function CopperJack({ lit }: { readonly lit: boolean }) {
  return (
    <>
      <path
        d="M2.5 19.5v-13h4v-3h4v-2h5v2h4v3h4v13Z"
        fill={lit ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      {!lit && (
        <path
          d="M7 19.5v-4M10 19.5v-4M13 19.5v-4M16 19.5v-4M19 19.5v-4"
          stroke="currentColor"
          strokeWidth="1.2"
        />
      )}
    </>
  );
}

function SfpCage({ lit }: { readonly lit: boolean }) {
  return (
    <>
      <rect
        x="2.5"
        y="6.5"
        width="21"
        height="12"
        rx="1.5"
        fill={lit ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {!lit && <path d="M6 14.5h14" stroke="currentColor" strokeWidth="1.4" />}
    </>
  );
}
