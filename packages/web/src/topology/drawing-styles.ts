import { DEFAULT_LAYOUT } from '@northlight/topology';

/** Sizes of the cards and their distances in the drawing and in exports (px). */
export const SPACING = { ...DEFAULT_LAYOUT, cardWidth: 164, cardHeight: 42, gap: 22 };

/** Widths and dashes of lines, with their meaning, in the order of the legend. */
export const LINE_STYLES: Readonly<
  Record<
    'MB' | 'GB' | 'TB' | 'wireless' | 'manual' | 'further' | 'uncertain',
    { readonly label: string; readonly width: number; readonly dashes?: string }
  >
> = {
  MB: { label: 'Below 1 Gbit/s', width: 1.5 },
  GB: { label: 'From 1 Gbit/s', width: 2 },
  TB: { label: 'From 10 Gbit/s', width: 4 },
  wireless: { label: 'Wireless', width: 2.5, dashes: '2 5' },
  manual: { label: 'Added by hand', width: 1.5, dashes: '10 3 2 3' },
  further: { label: 'Loop or spare link', width: 1.5, dashes: '8 4' },
  uncertain: { label: 'Uncertain', width: 1.5, dashes: '4 4' },
};
