import type { FloorPlan, MapDevice, MapName, Project } from '@northlight/contract';
import type { Quantity } from '@northlight/rf';
import { formatTime } from '../../kit/format/index.ts';
import { createFileName, exportPicture, type PictureFormat } from '../../kit/picture/export-picture.tsx';
import { createLook, drawFrame, getServerColour, listLegendStops } from '../../map-canvas/index.ts';
import { describeShare, describeModel, QUANTITIES } from './quantities.ts';
import { getSheetScale, PlanSheet } from './PlanSheet.tsx';
import type { Heat } from './use-heat.ts';

export interface PlanExport {
  readonly project: Pick<Project, 'name' | 'timeZone'>;
  readonly map: MapName;
  readonly plan: FloorPlan;
  readonly devices: readonly MapDevice[];
  readonly heat: Heat;
  readonly quantity: Quantity;
  readonly bandName: string;
  /** Names of radios by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Address of the picture of the floor. */
  readonly picture: string | undefined;
}

/** Saves the shown floor plan with its heat map as a file. */
export async function exportPlan(format: PictureFormat, shown: PlanExport): Promise<void> {
  const { bandName, devices, heat, map, names, picture, plan, project, quantity } = shown;
  const { size, target } = plan.settings;
  const frame = heat.client.getFrame();
  const time = formatTime(new Date().toISOString(), project.timeZone);
  const pxPerM = getSheetScale(size);
  const { label = '', unit = '' } = QUANTITIES.find(({ value }) => value === quantity) ?? {};
  const share = frame?.share;
  await exportPicture(format, {
    fileName: createFileName('wi-fi map', map.name, time),
    title: `Wi-Fi map of ${map.name}`,
    content: (
      <PlanSheet
        plan={plan}
        devices={devices}
        project={project.name}
        floor={map.name}
        time={time}
        quantity={`${label} at ${bandName}`}
        unit={unit}
        model={describeModel(heat.scene.wallLosses)}
        heat={
          frame &&
          drawFrame(frame, createLook(quantity), {
            pxPerM,
            width: size.widthM * pxPerM,
            height: size.depthM * pxPerM,
          })
        }
        picture={picture === undefined ? undefined : await readPicture(picture)}
        stops={quantity === 'server' ? [] : listLegendStops(quantity)}
        servers={
          quantity === 'server'
            ? heat.scene.radios.map(({ id }, index) => ({
                name: names.get(id) ?? id,
                colour: getServerColour(index),
              }))
            : []
        }
        share={share && describeShare(share, target.levelDbm)}
      />
    ),
  });
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
