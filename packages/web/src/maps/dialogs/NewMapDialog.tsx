import {
  DEFAULT_PLAN_SETTINGS,
  type FloorMap,
  mapName,
  type MapPicture,
  type MapSummary,
  PDF_PAGES_MAX,
  PLAN_FILE_MAX_BYTES,
  planSettings,
} from '@northlight/contract';
import { FileInput, NumberInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, ApiError, call } from '../../kit/api/index.ts';
import { findZodErrors, useApiForm } from '../../kit/form/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { LengthInput } from '../plan/LengthInput.tsx';
import { findPaperScaleError, isPdfFile, parsePaperScale, toRealWidth } from '../plan/paper-scale.ts';
import classes from '../maps.module.css';

interface DialogProps {
  readonly maps: readonly MapSummary[];
  readonly onClose: () => void;
  readonly onCreated: (mapId: string) => void;
}

const MAX_MB = PLAN_FILE_MAX_BYTES / 2 ** 20;
/** Recommended proportion of a picture, and the range without a hint (specification §5). */
const PROPORTION = 5 / 3;
const PROPORTION_TOLERANCE = 1.6;

const PAGES = [
  { value: 'split', label: 'One floor plan per page' },
  { value: 'merged', label: 'All pages in one floor plan' },
];

/** Creates a floor plan, from a picture, from another floor or empty. A PDF can become one floor plan per page. */
export function NewMapDialog({ maps, onClose, onCreated }: DialogProps) {
  const { id: projectId } = useProject();
  const params = { projectId };
  const last = maps.at(-1);
  const upload = useMutation({
    mutationFn: ({ file, pages }: { readonly file: File; readonly pages: 'split' | 'merged' }) =>
      uploadPictures(params, file, pages),
    meta: { busy: 'uploading' },
  });
  const { form, ...state } = useApiForm({
    initialValues: {
      name: '',
      building: last?.building ?? 'Main building',
      floor: (last?.floor ?? -1) + 1,
      file: null as File | null,
      pages: 'split',
      paperScale: '',
      copyOf: '',
      widthM: DEFAULT_PLAN_SETTINGS.size.widthM,
      depthM: DEFAULT_PLAN_SETTINGS.size.depthM,
    },
    validate: ({ building, depthM, file, floor, name, paperScale, widthM }) => ({
      ...findZodErrors(mapName, { building, floor, name }),
      ...(file === null && findZodErrors(planSettings.shape.size, { widthM, depthM })),
      ...(isPdfFile(file) && findPaperScaleError(paperScale)),
      ...(file &&
        file.size > PLAN_FILE_MAX_BYTES && {
          file: `The file has ${(file.size / 2 ** 20).toFixed(1)} MB. Choose one of at most ${MAX_MB} MB.`,
        }),
    }),
    onSubmit: async ({ building, copyOf, depthM, file, floor, name, pages, paperScale, widthM }) => {
      const pictures = file
        ? await upload.mutateAsync({ file, pages: pages === 'merged' ? 'merged' : 'split' })
        : [undefined];
      const items = pictures.map((picture, index) => ({
        name: pictures.length > 1 ? `${name} ${index + 1}`.slice(0, 32) : name,
        building,
        floor: floor + index,
        settings: {
          ...DEFAULT_PLAN_SETTINGS,
          size: picture ? fitSize(picture, parsePaperScale(paperScale)) : { widthM, depthM },
          ...(picture && { pictureId: picture.id, paperWidthMm: picture.paperWidthMm }),
        },
        ...(copyOf !== '' && { copyOf }),
      }));
      const created = await create(params, items);
      await awaitRefetch();
      if (created.length > 1) toast.done(`${formatPlural(created.length, 'floor plan')} created.`);
      onCreated(created[0]?.id ?? '');
    },
  });
  const { file } = form.values;
  const isPdf = isPdfFile(file);
  return (
    <FormDialog {...state} title="New floor plan" submit="Create floor plan" onClose={onClose}>
      <div className={classes['fields']}>
        <TextInput
          label="Name"
          placeholder="Lobby"
          data-autofocus
          className="whole-row"
          {...form.getInputProps('name')}
        />
        <TextInput label="Building" {...form.getInputProps('building')} />
        <NumberInput
          label="Floor"
          description="0 = ground floor"
          min={-20}
          max={200}
          {...form.getInputProps('floor')}
        />
        <FileInput
          label="Picture"
          description={`.jpg, .png or .pdf of at most ${MAX_MB} MB and ${PDF_PAGES_MAX} pages. Can be added later.`}
          placeholder="No picture"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          accept="image/jpeg,image/png,application/pdf"
          className="whole-row"
          {...form.getInputProps('file')}
        />
        {isPdf && (
          <>
            <Select
              label="Pages of the PDF"
              className="whole-row"
              allowDeselect={false}
              data={PAGES}
              {...form.getInputProps('pages')}
            />
            <TextInput
              label="Scale of the drawing"
              description="Leave it empty to set the scale by a known length later."
              placeholder="1:100"
              className="whole-row"
              {...form.getInputProps('paperScale')}
            />
          </>
        )}
        {file === null && (
          <>
            <LengthInput label="Width" min={1} max={2_000} {...form.getInputProps('widthM')} />
            <LengthInput label="Depth" min={1} max={2_000} {...form.getInputProps('depthM')} />
            {maps.length > 0 && (
              <Select
                label="Copy walls and areas from"
                className="whole-row"
                clearable
                placeholder="None"
                data={maps.map(({ id, name }) => ({ value: id, label: name }))}
                {...form.getInputProps('copyOf')}
                onChange={(value) => form.setFieldValue('copyOf', value ?? '')}
              />
            )}
          </>
        )}
      </div>
      {file !== null && <ProportionHint key={`${file.name} ${file.size}`} file={file} />}
    </FormDialog>
  );
}

interface ProjectParams {
  readonly projectId: number;
}

/** Uploads a file; an error without a field belongs to the file. */
async function uploadPictures(
  params: ProjectParams,
  file: File,
  pages: 'split' | 'merged',
): Promise<MapPicture[]> {
  try {
    return (await call('mapPictureUpload', { params, query: { pages } }, { file })).items;
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields) throw error;
    throw withFields(error, { file: error.message });
  }
}

type NewMap = Parameters<typeof call<'mapBatchCreate'>>[1]['body']['items'][number];

/** Creates all floor plans or none. An error of one of them is shown at the fields of the form, with its name. */
async function create(params: ProjectParams, items: NewMap[]): Promise<FloorMap[]> {
  try {
    return (await call('mapBatchCreate', { params, body: { items } })).items;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([path, message]) => {
      const [, index = '0', field = ''] = path.split('.');
      const name = items[Number(index)]?.name;
      return [field, items.length > 1 && name !== undefined ? `${name}: ${message}` : message];
    });
    throw withFields(error, Object.fromEntries(fields));
  }
}

const withFields = (
  { code, message, requestId, status }: ApiError,
  fields: Record<string, string>,
): ApiError => new ApiError(status, { code, message, requestId, fields });

/** A picture is as wide as an empty plan until its scale is set. */
const fitSize = ({ heightPx, paperWidthMm, widthPx }: MapPicture, ratio: number | undefined) => {
  const widthM =
    paperWidthMm !== undefined && ratio !== undefined
      ? toRealWidth(paperWidthMm, ratio)
      : DEFAULT_PLAN_SETTINGS.size.widthM;
  return { widthM, depthM: Math.round(((widthM * heightPx) / widthPx) * 100) / 100 };
};

/** A hint when a picture is far from the recommended proportion of 5:3. */
function ProportionHint({ file }: { readonly file: File }) {
  const proportion = useProportion(file);
  const ratio = proportion === undefined ? 1 : proportion / PROPORTION;
  if (Math.max(ratio, 1 / ratio) <= PROPORTION_TOLERANCE) return null;
  return (
    <Notice tone="plain">
      The picture is much wider or taller than 5:3, so it appears smaller on the screen.
    </Notice>
  );
}

/** Returns the width of a picture file over its height; undefined for other files and until it is read. */
export function useProportion(file: File): number | undefined {
  const [proportion, setProportion] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      try {
        const bitmap = await createImageBitmap(file);
        if (isCurrent) setProportion(bitmap.width / bitmap.height);
        bitmap.close();
      } catch {
        // A PDF, or a picture that the server will refuse with the reason.
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return proportion;
}
