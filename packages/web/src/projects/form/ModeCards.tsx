import { NET_MODES } from '@northlight/contract';
import { Radio } from '@mantine/core';
import classes from './project-form.module.css';

interface ModeCardsProps {
  readonly value: number;
  readonly onChange: (netMode: 0 | 1) => void;
}

/** Selects the network mode of a new project, with one card and drawing per mode. */
export function ModeCards({ value, onChange }: ModeCardsProps) {
  return (
    <Radio.Group
      label="Network mode"
      description="Cannot be changed later"
      value={String(value)}
      onChange={(next) => onChange(Number(next) === NET_MODES.mesh ? NET_MODES.mesh : NET_MODES.wlan)}
    >
      <div className="field-columns">
        <ModeCard mode={NET_MODES.wlan} title="Traditional WLAN" drawing={<WiredDrawing />}>
          Access points and switches connected to a gateway by cable.
        </ModeCard>
        <ModeCard mode={NET_MODES.mesh} title="Wireless mesh" drawing={<MeshDrawing />}>
          Nodes that connect to each other by radio, without cables.
        </ModeCard>
      </div>
    </Radio.Group>
  );
}

interface ModeCardProps {
  readonly mode: number;
  readonly title: string;
  readonly drawing: React.ReactNode;
  readonly children: string;
}

function ModeCard({ mode, title, drawing, children }: ModeCardProps) {
  return (
    <Radio.Card
      value={String(mode)}
      radius="md"
      className={`grid gap-6 ${classes['mode']}`}
      aria-label={title}
    >
      {drawing}
      <span className="row gap-8 strong">
        <Radio.Indicator size="xs" />
        {title}
      </span>
      <span className="mut text">{children}</span>
    </Radio.Card>
  );
}

const DRAWING = {
  viewBox: '0 0 200 72',
  className: `wide ${classes['drawing']}`,
  fill: 'var(--panel)',
  stroke: 'var(--mut)',
  strokeWidth: 1.5,
  'aria-hidden': true,
} as const;

function WiredDrawing() {
  return (
    <svg {...DRAWING}>
      <path fill="none" d="M100 18V36M100 46V52H40V58M100 52V58M100 52H160V58" />
      <rect x="84" y="6" width="32" height="12" rx="3" fill="var(--accent)" stroke="none" />
      <rect x="76" y="35" width="48" height="11" rx="2" />
      {[40, 100, 160].map((x) => (
        <circle key={x} cx={x} cy="62" r="6" />
      ))}
    </svg>
  );
}

const NODES = [
  [44, 54],
  [156, 54],
] as const;

function MeshDrawing() {
  return (
    <svg {...DRAWING}>
      <path
        fill="none"
        stroke="var(--accent)"
        strokeDasharray="3 4"
        d="M92 24L50 48M108 24L150 48M54 55H146"
      />
      <rect x="84" y="10" width="32" height="14" rx="3" fill="var(--accent)" stroke="none" />
      {NODES.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="8" />
      ))}
    </svg>
  );
}
