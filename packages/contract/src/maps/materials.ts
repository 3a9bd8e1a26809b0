import { z } from 'zod';
import type { Band } from '../device-protocol/index.ts';
import { versionNumber } from '../kit/page.ts';
import { policyName } from '../net/index.ts';

/** Bands of a map. Both 5 GHz radios of a device with three radios are in one band. */
export const MAP_BANDS = ['ghz2', 'ghz5'] as const;
export const mapBand = z.enum(MAP_BANDS);
export type MapBand = z.infer<typeof mapBand>;

/** Returns the band of a map to which a radio belongs. */
export const getMapBand = (band: Band): MapBand => (band === '2.4G' ? 'ghz2' : 'ghz5');

export const MATERIALS_MAX = 40;
export const MATERIAL_LOSS_MAX_DB = 60;

const lossDb = z
  .number()
  .min(0, 'Enter a loss of at least 0 dB.')
  .max(MATERIAL_LOSS_MAX_DB, `Enter a loss of at most ${MATERIAL_LOSS_MAX_DB} dB.`);

/** Id of a material within its project. */
export const materialId = z.string().regex(/^[a-z0-9-]{1,36}$/);

/** A material of walls, with the loss of a signal that crosses one wall of it (dB). */
export const wallMaterial = z.object({
  id: materialId,
  name: policyName,
  lossDb: z.object({ ghz2: lossDb, ghz5: lossDb }),
});
export type WallMaterial = z.infer<typeof wallMaterial>;

const forAllBands = (id: string, name: string, loss: number): WallMaterial => ({
  id,
  name,
  lossDb: { ghz2: loss, ghz5: loss },
});

/** Material of new doors. */
export const DOOR_MATERIAL = 'door';

/** Materials of a project that has not changed them (specification §9). */
export const DEFAULT_MATERIALS: readonly WallMaterial[] = [
  forAllBands('plasterboard', 'Plasterboard', 5),
  forAllBands('wood', 'Wood', 6.5),
  forAllBands('glass', 'Glass', 12),
  forAllBands('brick', 'Brick', 20),
  forAllBands('coated-glass', 'Coated glass', 20),
  forAllBands('concrete', 'Concrete', 20),
  forAllBands('papered-wall', 'Papered wall', 23),
  forAllBands('bearing-wall', 'Bearing wall', 28),
  forAllBands(DOOR_MATERIAL, 'Door', 6),
];

/** How the losses of the walls on a way are combined: `measured` saturates as in measured buildings, `sum` adds them. */
export const WALL_LOSSES = ['measured', 'sum'] as const;
export const wallLosses = z.enum(WALL_LOSSES);
export type WallLosses = z.infer<typeof wallLosses>;

/** The materials of a project. Version 0 are the default ones. */
export const mapMaterials = z.object({
  version: versionNumber,
  wallLosses,
  items: z
    .array(wallMaterial)
    .min(1, 'Keep at least one material.')
    .max(MATERIALS_MAX, `A project has at most ${MATERIALS_MAX} materials.`)
    .superRefine((items, context) => {
      for (const field of ['id', 'name'] as const) {
        const seen = new Set<string>();
        for (const [index, item] of items.entries()) {
          const value = item[field].toLowerCase();
          if (seen.has(value))
            context.addIssue({
              code: 'custom',
              path: [index, field],
              message: 'Another material has this name.',
            });
          seen.add(value);
        }
      }
    }),
});
export type MapMaterials = z.infer<typeof mapMaterials>;

/** Materials as they are submitted. Without `wallLosses`, that setting does not change. */
export const submittedMaterials = mapMaterials.extend({ wallLosses: wallLosses.optional() });
export type SubmittedMaterials = z.infer<typeof submittedMaterials>;
