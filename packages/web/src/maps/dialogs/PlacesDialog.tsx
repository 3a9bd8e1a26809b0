import {
  findCapabilities,
  getMapBand,
  type MapDevice,
  type WallLosses,
  type WallMaterial,
} from '@northlight/contract';
import { Button, Group, Modal, NumberInput, Select } from '@mantine/core';
import { useState } from 'react';
import { formatPlural } from '../../kit/format/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatSquareMetres } from '../plan/item-texts.ts';
import { formatLength, useLengthUnit } from '../plan/lengths.ts';
import { formatBand, TARGET_LEVEL_OPTIONS } from '../heat/quantities.ts';
import classes from '../maps.module.css';
import { placeAutomatically, type PlacesResult } from './place-automatically.ts';
import { putItem } from '../plan/plan-changes.ts';
import { PLANNABLE_MODELS, PLANNED_POWER_DBM } from '../plan/planned-devices.ts';
import type { FloorPlanEditor } from '../use-floor-plan.ts';

interface DialogProps {
  readonly editor: FloorPlanEditor;
  readonly materials: readonly WallMaterial[];
  readonly wallLosses: WallLosses;
  readonly devices: readonly MapDevice[];
  readonly onClose: () => void;
}

/** Proposes places of access points for a target, with the reason of each. */
export function PlacesDialog({ devices, editor, materials, onClose, wallLosses }: DialogProps) {
  const { target } = editor.plan.settings;
  const [model, setModel] = useState(PLANNABLE_MODELS[0]?.value ?? '');
  const [level, setLevel] = useState(target.levelDbm);
  const [share, setShare] = useState<number | string>(95);
  const [result, setResult] = useState<PlacesResult>();
  const band = findCapabilities(model)?.radios.some((radio) => getMapBand(radio.band) === target.band);
  const plan = {
    ...editor.plan,
    settings: { ...editor.plan.settings, target: { ...target, levelDbm: level } },
  };
  const propose = () =>
    setResult(
      placeAutomatically({
        plan,
        devices,
        materials,
        wallLosses,
        model,
        share: Number(share) / 100,
        powerDbm: PLANNED_POWER_DBM[target.band],
      }),
    );
  const add = () => {
    editor.change((before) =>
      (result?.planned ?? []).reduce((next, device) => putItem(next, 'planned', device), {
        ...before,
        settings: plan.settings,
      }),
    );
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Place access points" size={POPUP_WIDTHS.medium}>
      <div className={classes['fields']}>
        <Select
          label="Model"
          className="whole-row"
          allowDeselect={false}
          data={PLANNABLE_MODELS}
          value={model}
          onChange={(value) => value && setModel(value)}
        />
        <Select
          label={`Signal at ${formatBand(target.band)}`}
          allowDeselect={false}
          data={TARGET_LEVEL_OPTIONS}
          value={String(level)}
          onChange={(value) => value && setLevel(Number(value))}
        />
        <NumberInput label="Coverage goal (%)" min={50} max={100} value={share} onChange={setShare} />
      </div>
      {band === false && <Notice tone="warning">This model has no radio in the band of the target.</Notice>}
      {result && <Proposal result={result} />}
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {result && result.planned.length > 0 ? (
          <Button onClick={add}>{`Add ${formatPlural(result.planned.length, 'planned device')}`}</Button>
        ) : (
          <Button onClick={propose} disabled={band !== true}>
            Propose places
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function Proposal({ result }: { readonly result: PlacesResult }) {
  const unit = useLengthUnit();
  const { isReached, ownM2, planned, servedM2, wantedM2 } = result;
  const served = `${Math.round((100 * servedM2) / Math.max(wantedM2, 1))}% (${Math.round(servedM2).toLocaleString('en')} of ${formatSquareMetres(wantedM2)})`;
  return (
    <>
      <Notice tone={isReached ? 'good' : 'warning'}>{describeResult(result, served)}</Notice>
      <table className="lined">
        <thead>
          <tr>
            <th scope="col">Access point</th>
            <th scope="col">Place</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {planned.map(({ id, name, x, y }, index) => (
            <tr key={id}>
              <td>{name}</td>
              <td>{`${formatLength(x, unit)}, ${formatLength(y, unit)}`}</td>
              <td>{`Adds ${formatSquareMetres(ownM2[index] ?? 0)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function describeResult({ isReached, planned, presentM2 }: PlacesResult, served: string): string {
  if (!isReached) return `The goal cannot be reached: the target covers ${served} at most.`;
  if (planned.length === 0) return `The present access points already cover ${served}.`;
  const more = presentM2 > 0 ? 'more ' : '';
  return planned.length === 1
    ? `One ${more}access point covers ${served}.`
    : `${planned.length} ${more}access points cover ${served}.`;
}
