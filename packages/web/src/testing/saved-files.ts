import { onTestFinished, vi } from 'vitest';

/** A file that a page has saved. */
export interface SavedFile {
  readonly name: string;
  readonly data: Blob;
}

/** Collects the files that pages save during the test, which the browser then does not download. */
export function collectSavedFiles(): readonly SavedFile[] {
  const files: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  const creating = vi.spyOn(URL, 'createObjectURL').mockImplementation((data) => {
    const url = createUrl(data);
    if (data instanceof Blob) blobs.set(url, data);
    return url;
  });
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const data = blobs.get(this.href);
    if (data) files.push({ name: this.download, data });
  });
  onTestFinished(() => {
    creating.mockRestore();
    clicking.mockRestore();
  });
  return files;
}

/** Returns the text of a file with its byte order mark, which `Blob.text` removes. */
export const readText = async ({ data }: SavedFile): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await data.arrayBuffer());
