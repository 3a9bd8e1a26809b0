/** Formats a Wi-Fi band for people: `2.4 GHz`; the two radios `5G-1` and `5G-2` are `5 GHz 1` and `5 GHz 2`. */
export const formatBand = (band: string): string => band.replace(/^([\d.]+)G(?:-(\d))?$/, '$1 GHz $2').trim();

/** Formats several bands: `2.4 GHz, 5 GHz`. */
export const formatBands = (bands: readonly string[]): string => bands.map(formatBand).join(', ');
