import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { saveBlob } from '../kit/save-blob.ts';
import { type SheetProps, TopologySheet } from './TopologySheet.tsx';

export type PictureFormat = 'svg' | 'png';

/** Pixels per unit of the drawing, and the longest side that browsers can draw (px). */
const SCALE = 2;
const LONGEST_SIDE = 8_000;

/** Saves the shown topology as a picture. */
export async function exportDrawing(format: PictureFormat, name: string, sheet: SheetProps): Promise<void> {
  const picture = drawSheet(sheet);
  const svg = new Blob([picture.text], { type: 'image/svg+xml' });
  saveBlob(`${name}.${format}`, format === 'svg' ? svg : await toPng(svg, picture));
}

interface Picture {
  /** The drawing as XML. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** Draws a sheet outside the page. Names are escaped as everywhere in the console. */
export function drawSheet(sheet: SheetProps): Picture {
  const box = document.createElement('div');
  const root = createRoot(box);
  flushSync(() => root.render(<TopologySheet {...sheet} />));
  const svg = box.querySelector('svg');
  if (!svg) throw new Error('The sheet is empty.');
  const text = new XMLSerializer().serializeToString(svg);
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  root.unmount();
  return { text, width, height };
}

async function toPng(svg: Blob, { height, width }: Picture): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(SCALE, LONGEST_SIDE / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser cannot draw this picture.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}
