import type { FloorPlan, MapDevice, PlanPoint } from '@northlight/contract';
import type { RampStop } from '../../map-canvas/index.ts';
import { formatMinus } from '../../kit/format/index.ts';

export interface PlanSheetProps {
  readonly plan: FloorPlan;
  readonly devices: readonly MapDevice[];
  /** Names of the project and the floor, and the time in the project's time zone. */
  readonly project: string;
  readonly floor: string;
  readonly time: string;
  /** Quantity and band, such as `Signal at 5 GHz`. */
  readonly quantity: string;
  readonly unit: string;
  /** Pictures of the heat map and of the floor (data addresses). */
  readonly heat: string | undefined;
  readonly picture: string | undefined;
  /** Colours of the legend, or those of the access points with their names. */
  readonly stops: readonly RampStop[];
  readonly servers: readonly { readonly name: string; readonly colour: string }[];
  /** Sentence about the share of the floor that meets the target. */
  readonly share: string | undefined;
  /** Sentence about the model. */
  readonly model: string;
}

/** Width of the plan on the sheet (px), and its longest height. */
export const SHEET_PLAN_PX = 1_400;
const HEIGHT_MAX_PX = 1_400;
const MARGIN = 32;
const HEAD = 62;
const FOOT = 104;
const INK = '#0d1319';
const MUTED = '#51606c';
const RAMP_PX = 220;

/** Returns the pixels per metre of a plan on its sheet. */
export const getSheetScale = ({ depthM, widthM }: FloorPlan['settings']['size']): number =>
  Math.min(SHEET_PLAN_PX / widthM, HEIGHT_MAX_PX / depthM);

/** A floor plan with its heat map as one picture, with legend, scale and the error of the model. */
export function PlanSheet(props: PlanSheetProps) {
  const { devices, floor, heat, picture, plan, project, quantity, time } = props;
  const { size } = plan.settings;
  const pxPerM = getSheetScale(size);
  const paper = { width: size.widthM * pxPerM, height: size.depthM * pxPerM };
  const width = Math.max(paper.width, 900) + 2 * MARGIN;
  const height = paper.height + HEAD + FOOT + 2 * MARGIN;
  const toPx = ({ x, y }: PlanPoint) => ({ x: MARGIN + x * pxPerM, y: MARGIN + HEAD + y * pxPerM });
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const marks = [
    ...plan.devices.map(({ deviceId, ...place }) => ({
      id: deviceId,
      name: names.get(deviceId) ?? '',
      place,
    })),
    ...plan.planned.map(({ id, name, ...place }) => ({ id, name: `${name} (planned)`, place })),
  ];
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="Inter, system-ui, sans-serif"
    >
      <title>{`Wi-Fi map of ${floor}`}</title>
      <rect width={width} height={height} fill="#ffffff" />
      <text x={MARGIN} y={MARGIN + 16} fontSize={20} fontWeight={700} fill={INK}>
        {`${project}: ${floor}`}
      </text>
      <text x={MARGIN} y={MARGIN + 40} fontSize={13} fill={MUTED}>
        {`${quantity}, ${time}`}
      </text>
      {picture !== undefined && (
        <image href={picture} x={MARGIN} y={MARGIN + HEAD} preserveAspectRatio="none" {...paper} />
      )}
      {heat !== undefined && <image href={heat} x={MARGIN} y={MARGIN + HEAD} opacity={0.62} {...paper} />}
      <rect x={MARGIN} y={MARGIN + HEAD} fill="none" stroke={MUTED} {...paper} />
      {plan.zones.map(({ id, points }) => (
        <polygon
          key={id}
          points={points
            .map(toPx)
            .map(({ x, y }) => `${x},${y}`)
            .join(' ')}
          fill="none"
          stroke={MUTED}
          strokeDasharray="5 4"
        />
      ))}
      {plan.walls.map(({ id, x1, x2, y1, y2 }) => {
        const [from, to] = [toPx({ x: x1, y: y1 }), toPx({ x: x2, y: y2 })];
        return <line key={id} x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke={INK} strokeWidth={4} />;
      })}
      {marks.map(({ id, name, place }) => {
        const { x, y } = toPx(place);
        return (
          <g key={id}>
            <circle cx={x} cy={y} r={8} fill="#157347" stroke="#ffffff" strokeWidth={2} />
            <text x={x} y={y + 24} fontSize={13} fontWeight={600} fill={INK} textAnchor="middle">
              {name}
            </text>
          </g>
        );
      })}
      <Legend {...props} top={MARGIN + HEAD + paper.height + 24} pxPerM={pxPerM} />
    </svg>
  );
}

function Legend({
  model,
  pxPerM,
  servers,
  share,
  stops,
  top,
  unit,
}: PlanSheetProps & { readonly top: number; readonly pxPerM: number }) {
  const [first, last] = [stops[0], stops.at(-1)];
  const step = RAMP_PX / Math.max(stops.length, 1);
  const lengthM = [100, 50, 20, 10, 5, 2, 1].find((metres) => metres * pxPerM <= 200) ?? 1;
  const scaleX = MARGIN + RAMP_PX + 60;
  return (
    <>
      {stops.map(({ colour, value }, index) => (
        <rect key={value} x={MARGIN + index * step} y={top} width={step + 0.5} height={14} fill={colour} />
      ))}
      {first && last && (
        <text x={MARGIN} y={top + 32} fontSize={13} fill={INK}>
          {`${formatMinus(first.value)} to ${formatMinus(last.value)} ${unit}`.trim()}
        </text>
      )}
      {servers.slice(0, 12).map(({ colour, name }, index) => (
        <g key={name}>
          <rect x={MARGIN + index * 110} y={top} width={12} height={12} fill={colour} />
          <text x={MARGIN + index * 110 + 16} y={top + 11} fontSize={12} fill={INK}>
            {name}
          </text>
        </g>
      ))}
      {stops.length > 0 && (
        <>
          <rect x={scaleX} y={top + 9} width={lengthM * pxPerM} height={4} fill={INK} />
          <text x={scaleX} y={top + 32} fontSize={13} fill={INK}>
            {`${lengthM} m`}
          </text>
        </>
      )}
      <text x={MARGIN} y={top + 60} fontSize={13} fill={INK}>
        {share ?? ''}
      </text>
      <text x={MARGIN} y={top + 80} fontSize={13} fill={MUTED}>
        {model}
      </text>
    </>
  );
}
