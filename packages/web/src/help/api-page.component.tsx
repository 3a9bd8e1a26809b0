import { buildOpenApiDocument } from '@northlight/contract/openapi';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';

const PHONE = [390, 844] as const;

/** Answers the document of the API, which is not an operation of the API. */
function answerDocument(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    input === '/api/openapi.json'
      ? Promise.resolve(Response.json(buildOpenApiDocument('1.2.3')))
      : fetch(input, init);
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
}

it('opens an operation as a page of its own on a phone, which Back closes', async () => {
  const { back, open } = await openConsole('/help', { size: PHONE });
  answerDocument();
  await open('/help/api');
  const link = page.getByRole('link', { name: 'deviceRestart' });
  const group = page.getByRole('group', { name: 'devices' }).getByRole('heading');
  await expect.element(group).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  await group.click();
  await link.click();
  const operation = page.getByRole('region', { name: 'deviceRestart' });
  await expect.element(operation.getByText('Configure and maintain a project')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'deviceList' })).not.toBeInTheDocument();
  back();
  await expect.element(link).toBeInViewport();
});
