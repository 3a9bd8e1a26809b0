import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFile } from './testing/describe-list.ts';
import { MADE_SAMPLES } from './testing/made-samples.ts';
import { TEXT_SAMPLES } from './testing/text-samples.ts';

const FOLDER = new URL('testing/samples/', import.meta.url);

test.each(Object.entries(TEXT_SAMPLES))('reads the file %s', async (file, expected) => {
  expect(await describeFile(readFileSync(new URL(file, FOLDER)))).toEqual(expected);
});

test('has expected rows for each file of the folder', () => {
  const files = readdirSync(FOLDER).filter((file) => !file.startsWith('.'));
  expect(files.sort()).toEqual(Object.keys(TEXT_SAMPLES).sort());
});

test.each(MADE_SAMPLES)('reads %s', async (_title, bytes, expected) => {
  expect(await describeFile(bytes)).toEqual(expected);
});
