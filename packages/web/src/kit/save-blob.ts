/** The browser has read the data within this time. */
const READ_MS = 10_000;

/** Saves data as a file in the downloads of the browser. */
export function saveBlob(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
