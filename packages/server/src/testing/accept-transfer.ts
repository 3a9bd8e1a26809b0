import type { TestBrowser } from './browser.ts';

/** Reviews an offered project and accepts it; returns the id of the project. */
export async function acceptTransfer(receiver: TestBrowser, transferId: string): Promise<number> {
  const params = { transferId };
  const { revision } = await receiver.call('transferReview', { params });
  const { projectId } = await receiver.call('transferAccept', { params, body: { revision } });
  return projectId;
}
