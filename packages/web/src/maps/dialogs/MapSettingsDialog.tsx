import { type FloorMap, type FloorPlan, mapName, planSettings } from '@northlight/contract';
import { FileInput, NumberInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { findZodErrors, useApiForm } from '../../kit/form/index.ts';
import classes from '../maps.module.css';
import { BAND_OPTIONS, TARGET_LEVEL_OPTIONS } from '../heat/quantities.ts';
import { LengthInput } from '../plan/LengthInput.tsx';
import { findPaperScaleError, isPdfFile, parsePaperScale } from '../plan/paper-scale.ts';
import { setPaperScale } from '../plan/plan-changes.ts';
import type { FloorPlanEditor } from '../use-floor-plan.ts';

interface DialogProps {
  readonly editor: FloorPlanEditor;
  readonly map: FloorMap;
  readonly onClose: () => void;
}

/** Name, floor, sizes, target and picture of a floor plan. The name is saved at once, the rest with the plan. */
export function MapSettingsDialog({ editor, map, onClose }: DialogProps) {
  const { id: projectId } = useProject();
  const { settings } = editor.plan;
  const upload = useMutation({
    mutationFn: async (file: File) =>
      (await call('mapPictureUpload', { params: { projectId }, query: {} }, { file })).items,
    meta: { busy: 'uploading' },
  });
  const { form, ...state } = useApiForm({
    initialValues: {
      name: map.name,
      building: map.building,
      floor: map.floor,
      floorHeightM: settings.floorHeightM,
      slabLossDb: settings.slabLossDb,
      band: settings.target.band,
      levelDbm: String(settings.target.levelDbm),
      paperScale: '',
      file: null as File | null,
    },
    validate: ({ building, floor, floorHeightM, name, paperScale, slabLossDb }) => ({
      ...findPaperScaleError(paperScale),
      ...findZodErrors(mapName, { building, floor, name }),
      ...findZodErrors(planSettings.pick({ floorHeightM: true, slabLossDb: true }), {
        floorHeightM,
        slabLossDb,
      }),
    }),
    onSubmit: async ({
      band,
      building,
      file,
      floor,
      floorHeightM,
      levelDbm,
      name,
      paperScale,
      slabLossDb,
    }) => {
      const params = { projectId, mapId: map.id };
      const isRenamed = name !== map.name || building !== map.building || floor !== map.floor;
      if (isRenamed) await call('mapChange', { params, body: { name, building, floor } });
      const [picture] = file ? await upload.mutateAsync(file) : [undefined];
      const ratio = parsePaperScale(paperScale);
      if (isRenamed) {
        await awaitRefetch();
      }
      editor.change((plan) => {
        const changed = {
          ...plan,
          settings: {
            ...plan.settings,
            floorHeightM,
            slabLossDb,
            target: { band: band === 'ghz2' ? 'ghz2' : 'ghz5', levelDbm: Number(levelDbm) },
            ...(picture && { pictureId: picture.id, paperWidthMm: picture.paperWidthMm }),
          },
        } satisfies FloorPlan;
        return ratio === undefined ? changed : setPaperScale(changed, ratio);
      });
      onClose();
    },
  });
  return (
    <FormDialog {...state} title="Settings of the floor plan" submit="Use settings" onClose={onClose}>
      <div className={classes['fields']}>
        <TextInput label="Name" className="whole-row" {...form.getInputProps('name')} />
        <TextInput label="Building" {...form.getInputProps('building')} />
        <NumberInput label="Floor" {...form.getInputProps('floor')} />
        <LengthInput label="Height of the storey" {...form.getInputProps('floorHeightM')} />
        <NumberInput label="Loss of the slab below (dB)" {...form.getInputProps('slabLossDb')} />
        <Select
          label="Target band"
          allowDeselect={false}
          data={BAND_OPTIONS}
          {...form.getInputProps('band')}
        />
        <Select
          label="Target signal"
          allowDeselect={false}
          data={TARGET_LEVEL_OPTIONS}
          {...form.getInputProps('levelDbm')}
        />
        <FileInput
          label={settings.pictureId === undefined ? 'Picture' : 'Replace the picture'}
          description="Walls and devices keep their places. A PDF gives its first page."
          placeholder="No file"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          accept="image/jpeg,image/png,application/pdf"
          className="whole-row"
          {...form.getInputProps('file')}
        />
        {(settings.paperWidthMm !== undefined || isPdfFile(form.values.file)) && (
          <TextInput
            label="Scale of the drawing"
            description="Sets the size of the floor from the paper size of the PDF. Walls and devices keep their places on the picture."
            placeholder="1:100"
            className="whole-row"
            {...form.getInputProps('paperScale')}
          />
        )}
      </div>
    </FormDialog>
  );
}
