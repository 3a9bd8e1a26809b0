import type { DeviceDetail } from '@northlight/contract';
import { Tooltip } from '@mantine/core';
import { formatBytes, formatRate } from '../kit/format/index.ts';
import classes from './devices.module.css';

type Port = DeviceDetail['ports'][number];

/** More ports than this stand in rows of eight, as on the front of a switch. */
const ONE_LINE = 6;

const GROUPS = ['wan', 'uplink', 'lan', 'access'] as const;

interface PortPanelProps {
  readonly ports: readonly Port[];
  /** False when the last report is too old to say which links are up. */
  readonly current: boolean;
}

/** The ports as they sit on the device: jacks and cages in groups, lit where a link is up. */
export function PortPanel({ ports, current }: PortPanelProps) {
  const wired = ports.filter(({ type }) => type !== 'none');
  const groups = GROUPS.map((role) => wired.filter((port) => port.role === role)).filter(
    ({ length }) => length > 0,
  );
  return (
    <div
      className={classes['ports']}
      data-many={groups.some(({ length }) => length > ONE_LINE) || undefined}
      role="list"
      aria-label="Ports"
    >
      {groups.map((group) => (
        <div key={group[0]?.role} className={classes['portGroup']} role="presentation">
          {group.map((port) => (
            <PortJack key={port.id} port={current ? port : { ...port, up: undefined }} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function portSentence(port: Port): string {
  const link =
    port.up === undefined
      ? 'link unknown'
      : port.up
        ? `up at ${formatRate((port.speedMbps ?? port.maxSpeedMbps) * 1000)}`
        : 'down';
  const traffic =
    port.up && port.rxBytes !== undefined
      ? `, in ${formatBytes(port.rxBytes)}, out ${formatBytes(port.txBytes)}`
      : '';
  return `${port.label}: ${link}${traffic}${port.poe ? ', PoE' : ''}`;
}

function PortJack({ port }: { readonly port: Port }) {
  const sentence = portSentence(port);
  return (
    <Tooltip label={sentence}>
      <div className={classes['port']} role="listitem" data-up={port.up} aria-label={sentence}>
        <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true">
          {port.type === 'sfp' ? <SfpCage up={port.up === true} /> : <CopperJack up={port.up === true} />}
          {port.poe && <path d="M22 1 18.6 6H21l-.8 4 3.6-5.2h-2.4Z" fill="var(--st-warn)" />}
        </svg>
        <span>{port.label}</span>
      </div>
    </Tooltip>
  );
}

function CopperJack({ up }: { readonly up: boolean }) {
  return (
    <>
      <path
        d="M2.5 19.5v-13h4v-3h4v-2h5v2h4v3h4v13Z"
        fill={up ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M7 19.5v-4M10 19.5v-4M13 19.5v-4M16 19.5v-4M19 19.5v-4"
        stroke={up ? 'var(--panel)' : 'currentColor'}
        strokeWidth="1.2"
      />
    </>
  );
}

function SfpCage({ up }: { readonly up: boolean }) {
  return (
    <>
      <rect
        x="2.5"
        y="6.5"
        width="21"
        height="12"
        rx="1.5"
        fill={up ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <path d="M6 14.5h14" stroke={up ? 'var(--panel)' : 'currentColor'} strokeWidth="1.4" />
    </>
  );
}
