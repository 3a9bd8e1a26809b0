/** Returns a page without the alignment of its tables and the lines of its examples. */
export const compactPage = (page: string): string => page.replaceAll(/\s+/g, '').replaceAll(/-{3,}/g, '---');
