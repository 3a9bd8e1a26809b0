import type { PlanSettings } from '@northlight/contract';
import type { Quantity } from '@northlight/rf/map';
import { formatMinus } from '../../kit/format/index.ts';
import { getServerColour, listLegendStops, type MapScene } from '../../map-canvas/index.ts';
import classes from '../maps.module.css';
import { describeShare, describeModel, QUANTITIES } from './quantities.ts';
import { type Heat, useShare } from './use-heat.ts';

interface LegendProps {
  readonly heat: Heat;
  readonly quantity: Quantity;
  readonly target: PlanSettings['target'];
  /** Names of radios by id. */
  readonly names: ReadonlyMap<string, string>;
  /** False if all signals come from other floors. */
  readonly hasOwnRadios: boolean;
}

/** The meaning of the colours, the share of the floor that meets the target, and the error of the model. */
export function PlanLegend({ hasOwnRadios, heat, names, quantity, target }: LegendProps) {
  const share = useShare(heat.client);
  return (
    <div className={`row wrap small ${classes['legend']}`}>
      {quantity === 'server' ? <Servers scene={heat.scene} names={names} /> : <Ramp quantity={quantity} />}
      {!hasOwnRadios && (
        <strong>
          {heat.scene.radios.length === 0
            ? 'No access point placed on this floor.'
            : 'No access point placed on this floor: these signals come from other floors.'}
        </strong>
      )}
      {share && <span>{describeShare(share, target.levelDbm)}</span>}
      <span className="mut">{describeModel(heat.scene.wallLosses)}</span>
    </div>
  );
}

function Ramp({ quantity }: { readonly quantity: Exclude<Quantity, 'server'> }) {
  const stops = listLegendStops(quantity);
  const [first, last] = [stops[0], stops.at(-1)];
  const { label = '', unit = '' } = QUANTITIES.find(({ value }) => value === quantity) ?? {};
  if (!first || !last) return null;
  return (
    <span className="row gap-6">
      <span>{label}</span>
      <span>{`${formatMinus(first.value)} ${unit}`.trim()}</span>
      <span
        className={classes['ramp']}
        style={{ background: `linear-gradient(90deg, ${stops.map(({ colour }) => colour).join(', ')})` }}
        aria-hidden="true"
      />
      <span>{`${formatMinus(last.value)} ${unit}`.trim()}</span>
    </span>
  );
}

function Servers({
  names,
  scene,
}: {
  readonly scene: MapScene;
  readonly names: ReadonlyMap<string, string>;
}) {
  return scene.radios.map(({ id }, index) => (
    <span key={id} className="inline-row gap-4">
      <svg width={12} height={12} aria-hidden="true">
        <rect width={12} height={12} rx={3} fill={getServerColour(index)} />
      </svg>
      {names.get(id) ?? id}
    </span>
  ));
}
