import type { FloorPlan, MapBand, MapDevice, MapName, PlanPoint, Project } from '@northlight/contract';
import type { Quantity } from '@northlight/rf/map';
import { createLook, drawFrame, getServerColour, listLegendStops } from '../../map-canvas/index.ts';
import type { Sheet } from '../../kit/canvas/export-picture.tsx';
import { INK, MUTED, SheetFrame } from '../../kit/canvas/SheetFrame.tsx';
import { formatMinus, formatTime } from '../../kit/format/index.ts';
import { listShownDevices } from '../plan/shown-devices.ts';
import { describeModel, describeShare, formatBand, QUANTITIES } from './quantities.ts';
import type { Heat } from './use-heat.ts';

interface ShownPlan {
  readonly map: MapName;
  readonly plan: FloorPlan;
  readonly devices: readonly MapDevice[];
  readonly heat: Heat;
  readonly quantity: Quantity;
  readonly band: MapBand;
  /** Names of radios by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Address of the picture of the floor. */
  readonly picture: string | undefined;
}

/** Longest sides of the plan on the sheet (px). */
const WIDTH_MAX_PX = 1_400;
const HEIGHT_MAX_PX = 1_400;
const FOOT = 104;
const RAMP_PX = 220;
/** Number of access points that the legend names, and the room of each (px). */
const SERVERS_MAX = 12;
const SERVER_PX = 110;

/** Returns the sheet of the shown floor plan with its heat map. */
export async function createSheet(
  { name: project, timeZone }: Pick<Project, 'name' | 'timeZone'>,
  shown: ShownPlan,
): Promise<Sheet> {
  const { band, map, picture, quantity } = shown;
  const time = formatTime(new Date().toISOString(), timeZone);
  const { label = '' } = QUANTITIES.find(({ value }) => value === quantity) ?? {};
  const title = `Wi-Fi map of ${map.name}`;
  const loaded = picture === undefined ? undefined : await readPicture(picture);
  return {
    nameParts: ['wi-fi map', map.name, time],
    title,
    content: (
      <PlanSheet
        {...shown}
        picture={loaded}
        title={title}
        heading={`${project}: ${map.name}`}
        line={`${label} at ${formatBand(band)}, ${time}`}
      />
    ),
  };
}

/** Reads a picture as a data address, because a drawing outside the page loads no other files. */
async function readPicture(address: string): Promise<string> {
  const bytes = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('The picture of the floor could not be read.')));
    reader.readAsDataURL(bytes);
  });
}

interface PlanSheetProps extends ShownPlan {
  readonly title: string;
  readonly heading: string;
  readonly line: string;
}

/** A floor plan with its heat map as one picture, with legend, scale and the error of the model. */
function PlanSheet({
  devices,
  heading,
  heat,
  line,
  picture,
  plan,
  quantity,
  title,
  ...props
}: PlanSheetProps) {
  const { depthM, widthM } = plan.settings.size;
  const pxPerM = Math.min(WIDTH_MAX_PX / widthM, HEIGHT_MAX_PX / depthM);
  const paper = { width: widthM * pxPerM, height: depthM * pxPerM };
  const toPx = ({ x, y }: PlanPoint) => ({ x: x * pxPerM, y: y * pxPerM });
  const frame = heat.client.getFrame();
  return (
    <SheetFrame title={title} heading={heading} line={line} width={paper.width} height={paper.height + FOOT}>
      {picture !== undefined && <image href={picture} preserveAspectRatio="none" {...paper} />}
      {frame && (
        <image
          href={drawFrame(frame, createLook(quantity), { pxPerM, ...paper })}
          opacity={0.62}
          {...paper}
        />
      )}
      <rect fill="none" stroke={MUTED} {...paper} />
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
      {listShownDevices(plan, devices).map(({ name, ref, state, ...place }) => {
        const { x, y } = toPx(place);
        return (
          <g key={ref.id}>
            <circle cx={x} cy={y} r={8} fill="#157347" stroke="#ffffff" strokeWidth={2} />
            <text x={x} y={y + 24} fontSize={13} fontWeight={600} fill={INK} textAnchor="middle">
              {state === 'planned' ? `${name} (planned)` : name}
            </text>
          </g>
        );
      })}
      <g transform={`translate(0 ${paper.height + 24})`}>
        {quantity === 'server' ? (
          <Servers heat={heat} names={props.names} />
        ) : (
          <Ramp quantity={quantity} pxPerM={pxPerM} />
        )}
        <text y={60} fontSize={13} fill={INK}>
          {frame?.share ? describeShare(frame.share, plan.settings.target.levelDbm) : ''}
        </text>
        <text y={80} fontSize={13} fill={MUTED}>
          {describeModel(heat.scene.wallLosses)}
        </text>
      </g>
    </SheetFrame>
  );
}

/** The colours of a quantity with the least and the greatest value, and the scale of the plan. */
function Ramp({
  pxPerM,
  quantity,
}: {
  readonly quantity: Exclude<Quantity, 'server'>;
  readonly pxPerM: number;
}) {
  const stops = listLegendStops(quantity);
  const { unit = '' } = QUANTITIES.find(({ value }) => value === quantity) ?? {};
  const [first, last] = [stops[0], stops.at(-1)];
  const step = RAMP_PX / Math.max(stops.length, 1);
  const lengthM = [100, 50, 20, 10, 5, 2, 1].find((metres) => metres * pxPerM <= 200) ?? 1;
  const scaleX = RAMP_PX + 60;
  return (
    <>
      {stops.map(({ colour, value }, index) => (
        <rect key={value} x={index * step} width={step + 0.5} height={14} fill={colour} />
      ))}
      {first && last && (
        <text y={32} fontSize={13} fill={INK}>
          {`${formatMinus(first.value)} to ${formatMinus(last.value)} ${unit}`.trim()}
        </text>
      )}
      <rect x={scaleX} y={9} width={lengthM * pxPerM} height={4} fill={INK} />
      <text x={scaleX} y={32} fontSize={13} fill={INK}>
        {`${lengthM} m`}
      </text>
    </>
  );
}

function Servers({ heat, names }: Pick<ShownPlan, 'heat' | 'names'>) {
  return heat.scene.radios.slice(0, SERVERS_MAX).map(({ id }, index) => (
    <g key={id} transform={`translate(${index * SERVER_PX} 0)`}>
      <rect width={12} height={12} fill={getServerColour(index)} />
      <text x={16} y={11} fontSize={12} fill={INK}>
        {names.get(id) ?? id}
      </text>
    </g>
  ));
}
