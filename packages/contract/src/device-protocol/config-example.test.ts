import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deviceConfig } from './config.ts';

const PAGE = new URL('../../../../docs/device-protocol.md', import.meta.url);
const [, block = ''] = /### Content[\s\S]*?```json\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
const example = JSON.parse(block) as Record<string, unknown>;

it('the example of the protocol page has every member of a configuration, and no unknown member', () => {
  expect(deviceConfig.parse(example)).toEqual(example);
  expect(Object.keys(example).sort()).toEqual(Object.keys(deviceConfig.shape).sort());
});
