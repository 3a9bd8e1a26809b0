import type { TestBrowser } from '@northlight/server/testing';

export interface Tenant {
  readonly browser: TestBrowser;
  readonly projectId: number;
  readonly mapId: string;
}

/** Uploads a file to a path of the project, and returns the status of the answer. */
export const sendFile = async ({ browser, projectId }: Tenant, path: string, file: string, bytes: Buffer) => {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], file));
  const answer = await browser.fetch(`/api/v1/projects/${projectId}/${path}`, { method: 'POST', body });
  await answer.arrayBuffer();
  return answer.status;
};

/** Reads a signal grid, and returns the status of the answer. */
export const readGrid = async ({ browser, mapId, projectId }: Tenant, query: string): Promise<number> => {
  const answer = await browser.fetch(`/api/v1/projects/${projectId}/maps/${mapId}/grid?${query}`);
  await answer.arrayBuffer();
  return answer.status;
};

/** Returns a list of devices that do not exist. */
export const createList = (rows: number): Buffer =>
  Buffer.from(
    ['Serial number,Claim code', ...Array.from({ length: rows }, (_, row) => `X${row},Y${row}`)].join('\n'),
  );
