import {
  DOOR_MATERIAL,
  findCapabilities,
  getMapBand,
  getWallLength,
  type MapDevice,
  MOUNTINGS,
  type PlacedDevice,
  type PlannedDevice,
  type PlanWall,
  type PlanZone,
  type WallLosses,
  type WallMaterial,
} from '@northlight/contract';
import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useProject } from '../app/shell-context.tsx';
import { ABSENT, Age, formatDbm, formatPlural } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import type { WhatIf } from './heat/build-scene.ts';
import classes from './maps.module.css';
import { PLANNABLE_MODELS } from './plan/planned-devices.ts';
import { type ItemRef, moveWallEnd, putItem, removeItem } from './plan/plan-changes.ts';
import { setLength } from './plan/snapping.ts';
import { LengthInput } from './plan/LengthInput.tsx';
import type { FloorPlanEditor } from './use-floor-plan.ts';

interface PanelProps {
  readonly editor: FloorPlanEditor;
  readonly canEdit: boolean;
  readonly materials: readonly WallMaterial[];
  readonly wallLosses: WallLosses;
}

interface ItemPanelProps extends PanelProps {
  readonly item: ItemRef;
  readonly devices: readonly MapDevice[];
  readonly whatIf: ReadonlyMap<string, WhatIf>;
  readonly onWhatIf: (id: string, change: WhatIf | undefined) => void;
  readonly onOpenDevice: (id: string) => void;
  readonly onClose: () => void;
}

/** The chosen wall, area or device with its settings. */
export function ItemPanel(props: ItemPanelProps) {
  const { canEdit, editor, item, onClose } = props;
  const { plan } = editor;
  const wall = item.list === 'walls' ? plan.walls.find(({ id }) => id === item.id) : undefined;
  const zone = item.list === 'zones' ? plan.zones.find(({ id }) => id === item.id) : undefined;
  const remove = () => {
    editor.change((before) => removeItem(before, item));
    onClose();
  };
  return (
    <>
      {wall && <WallPart {...props} wall={wall} />}
      {zone && <ZonePart {...props} zone={zone} />}
      {(item.list === 'devices' || item.list === 'planned') && <DevicePart {...props} />}
      {canEdit && (
        <Button variant="default" size="xs" onClick={remove}>
          {item.list === 'devices' ? 'Remove from plan' : 'Remove'}
        </Button>
      )}
    </>
  );
}

const toOptions = (materials: readonly WallMaterial[]) =>
  materials.map(({ id, lossDb, name }) => ({
    value: id,
    label:
      lossDb.ghz2 === lossDb.ghz5
        ? `${name}, ${lossDb.ghz5} dB`
        : `${name}, ${lossDb.ghz2} / ${lossDb.ghz5} dB`,
  }));

function WallPart({
  canEdit,
  editor,
  materials,
  wall,
  wallLosses,
}: PanelProps & { readonly wall: PlanWall }) {
  const { change } = editor;
  const put = (next: PlanWall) => change((plan) => putItem(plan, 'walls', next), `wall ${wall.id}`);
  const resize = (length: number | string) => {
    if (typeof length !== 'number' || length <= 0) return;
    const end = setLength({ x: wall.x1, y: wall.y1 }, { x: wall.x2, y: wall.y2 }, length);
    change((plan) => moveWallEnd(plan, wall.id, 2, end), `length ${wall.id}`);
  };
  return (
    <Section title="Wall">
      <div className={classes['fields']}>
        <Select
          label="Material"
          className="whole-row"
          allowDeselect={false}
          data={toOptions(materials)}
          value={wall.material}
          disabled={!canEdit}
          onChange={(material) => material && put({ ...wall, material })}
        />
        <LengthInput
          label="Length"
          value={Math.round(getWallLength(wall) * 1_000) / 1_000}
          min={0.05}
          decimalScale={3}
          disabled={!canEdit}
          onChange={resize}
        />
      </div>
      {(wall.doors ?? []).map((door, index) => {
        const putDoor = (next: Partial<typeof door>) =>
          put({
            ...wall,
            doors: (wall.doors ?? []).map((each, at) => (at === index ? { ...each, ...next } : each)),
          });
        return (
          <fieldset key={door.fromM} className={`box ${classes['door']}`}>
            <legend>{`Door ${index + 1}`}</legend>
            <div className={classes['fields']}>
              <LengthInput
                label="Width"
                value={door.widthM}
                min={0.3}
                max={getWallLength(wall) - door.fromM}
                decimalScale={2}
                disabled={!canEdit}
                onChange={(widthM) => typeof widthM === 'number' && widthM > 0 && putDoor({ widthM })}
              />
              <Select
                label="Material of the door"
                allowDeselect={false}
                data={toOptions(materials)}
                value={door.material}
                disabled={!canEdit}
                onChange={(material) => putDoor({ material: material ?? DOOR_MATERIAL })}
              />
            </div>
            {canEdit && (
              <Button
                variant="subtle"
                size="compact-xs"
                onClick={() => put({ ...wall, doors: (wall.doors ?? []).filter((_, at) => at !== index) })}
              >
                Remove door
              </Button>
            )}
          </fieldset>
        );
      })}
      <p className="mut">
        {wallLosses === 'sum'
          ? 'The losses of all walls on a way are added.'
          : 'Signals reach a room behind several walls through doors and reflections too, so that all walls on a way together weaken a signal by at most 14 dB.'}
      </p>
    </Section>
  );
}

function ZonePart({ canEdit, editor, zone }: PanelProps & { readonly zone: PlanZone }) {
  const put = (next: PlanZone) => editor.change((plan) => putItem(plan, 'zones', next), `zone ${zone.id}`);
  return (
    <Section title="Area">
      <div className={classes['fields']}>
        <Select
          label="Effect"
          className="whole-row"
          allowDeselect={false}
          data={[
            { value: 'loss', label: 'Weakens signals, such as shelves' },
            { value: 'excluded', label: 'Does not count, such as a courtyard' },
          ]}
          value={zone.kind}
          disabled={!canEdit}
          onChange={(kind) => (kind === 'loss' || kind === 'excluded') && put({ ...zone, kind })}
        />
        {zone.kind === 'loss' && (
          <NumberInput
            label="Loss per metre (dB)"
            value={zone.lossDbPerM ?? 0}
            min={0}
            max={20}
            step={0.1}
            decimalScale={2}
            disabled={!canEdit}
            onChange={(loss) => typeof loss === 'number' && put({ ...zone, lossDbPerM: loss })}
          />
        )}
      </div>
    </Section>
  );
}

function DevicePart(props: ItemPanelProps) {
  const { canEdit, devices, editor, item, onOpenDevice, onWhatIf, whatIf } = props;
  const project = useProject();
  const placed = editor.plan.devices.find(({ deviceId }) => item.list === 'devices' && deviceId === item.id);
  const planned = editor.plan.planned.find(({ id }) => item.list === 'planned' && id === item.id);
  const device = devices.find(({ id }) => id === item.id);
  const change = whatIf.get(item.id);
  const put = (next: Partial<PlacedDevice>) =>
    editor.change((plan) => {
      if (placed) return putItem(plan, 'devices', { ...placed, ...next });
      return planned ? putItem(plan, 'planned', { ...planned, ...next }) : plan;
    }, `place ${item.id}`);
  const place = placed ?? planned;
  if (!place) return null;
  return (
    <>
      {device && (
        <Section
          title="Now"
          aside={
            <Button variant="subtle" size="compact-xs" onClick={() => onOpenDevice(device.id)}>
              Open device
            </Button>
          }
        >
          <Facts
            items={[
              ...device.radios.map((radio) => ({
                label: `${radio.band.replace('G', ' GHz')} radio`,
                value: describeRadio(radio),
              })),
              {
                label: 'Clients',
                value: device.clients === undefined ? ABSENT : formatPlural(device.clients, 'client'),
              },
              { label: 'Reported', value: <Age at={device.radiosAt} timeZone={project.timeZone} verb="" /> },
            ]}
          />
        </Section>
      )}
      {planned && <PlannedPart {...props} planned={planned} />}
      <Section title="Place">
        <div className={classes['fields']}>
          <LengthInput
            label="Height"
            value={place.heightM}
            min={0}
            max={50}
            step={0.1}
            decimalScale={2}
            disabled={!canEdit}
            onChange={(heightM) => typeof heightM === 'number' && put({ heightM })}
          />
          <NumberInput
            label="Direction (°)"
            value={place.azimuth}
            min={0}
            max={359}
            disabled={!canEdit}
            onChange={(azimuth) => typeof azimuth === 'number' && put({ azimuth })}
          />
          <Select
            label="Mounting"
            className="whole-row"
            allowDeselect={false}
            data={[
              { value: 'ceiling', label: 'On the ceiling' },
              { value: 'wall', label: 'On a wall' },
            ]}
            value={place.mounting}
            disabled={!canEdit}
            onChange={(value) => {
              const mounting = MOUNTINGS.find((each) => each === value);
              if (mounting) put({ mounting });
            }}
          />
        </div>
      </Section>
      <Section title="Try out">
        <p className="mut">What if? Nothing is saved.</p>
        <Switch
          label="Simulate a failure"
          mb="sm"
          checked={change?.isOff === true}
          onChange={({ currentTarget: { checked } }) => onWhatIf(item.id, { ...change, isOff: checked })}
        />
        <div className={classes['fields']}>
          <NumberInput
            label="Power (dBm)"
            placeholder="As now"
            min={-10}
            max={40}
            value={change?.powerDbm ?? ''}
            onChange={(power) => onWhatIf(item.id, withField(change, 'powerDbm', toNumber(power)))}
          />
          <NumberInput
            label="Channel"
            placeholder="As now"
            min={1}
            max={177}
            value={change?.channel ?? ''}
            onChange={(channel) => onWhatIf(item.id, withField(change, 'channel', toNumber(channel)))}
          />
        </div>
        {change && (
          <Button variant="default" size="compact-sm" onClick={() => onWhatIf(item.id, undefined)}>
            Reset
          </Button>
        )}
      </Section>
    </>
  );
}

/** Describes the channel and the power of a radio as it last reported them. */
function describeRadio({
  channel,
  maxPowerDbm,
  powerDbm,
  up,
  widthMhz,
}: MapDevice['radios'][number]): string {
  if (up === false) return 'Off';
  return [
    channel === undefined ? 'channel not reported' : `channel ${channel}`,
    ...(widthMhz === undefined ? [] : [`${widthMhz} MHz`]),
    powerDbm === undefined ? `at most ${formatDbm(maxPowerDbm)}` : formatDbm(powerDbm),
  ].join(', ');
}

/** Returns tried changes with another value of a field; undefined if none is left. */
function withField<Field extends keyof WhatIf>(
  change: WhatIf | undefined,
  field: Field,
  value: WhatIf[Field] | undefined,
): WhatIf | undefined {
  const { [field]: _before, ...rest } = change ?? {};
  if (value !== undefined) return { ...rest, [field]: value };
  return Object.keys(rest).length === 0 ? undefined : rest;
}

const toNumber = (value: number | string): number | undefined =>
  typeof value === 'number' ? value : undefined;

function PlannedPart({ canEdit, editor, planned }: PanelProps & { readonly planned: PlannedDevice }) {
  const put = (next: PlannedDevice) =>
    editor.change((plan) => putItem(plan, 'planned', next), `planned ${planned.id}`);
  const radios = findCapabilities(planned.model)?.radios ?? [];
  return (
    <Section title="Planned device">
      <div className={classes['fields']}>
        <TextInput
          label="Name"
          className="whole-row"
          value={planned.name}
          disabled={!canEdit}
          onChange={({ currentTarget: { value } }) => put({ ...planned, name: value })}
        />
        <Select
          label="Model"
          className="whole-row"
          allowDeselect={false}
          data={PLANNABLE_MODELS}
          value={planned.model}
          disabled={!canEdit}
          onChange={(model) => model && put({ ...planned, model })}
        />
        {radios.map(({ band, maxPowerDbm }) => {
          const mapBand = getMapBand(band);
          const set = planned.radios?.find((radio) => radio.band === mapBand);
          const others = planned.radios?.filter((radio) => radio.band !== mapBand) ?? [];
          return (
            <NumberInput
              key={band}
              label={`Power at ${band.replace('G', ' GHz')} (dBm)`}
              placeholder={String(maxPowerDbm)}
              min={-10}
              max={maxPowerDbm}
              value={set?.powerDbm ?? ''}
              disabled={!canEdit}
              onChange={(power) =>
                put({
                  ...planned,
                  radios:
                    typeof power === 'number'
                      ? [...others, { ...set, band: mapBand, powerDbm: power }]
                      : others,
                })
              }
            />
          );
        })}
      </div>
    </Section>
  );
}
