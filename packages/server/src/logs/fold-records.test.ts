import { expect, test } from 'vitest';
import { foldRecords, GROUP_MAX, readGroups } from './fold-records.ts';

const START = Date.UTC(2026, 0, 1);

interface Given {
  readonly event?: string;
  readonly device?: string;
  /** Age of the record in s. */
  readonly age: number;
  readonly severity?: 'info' | 'warning';
  readonly kind?: 'device' | 'system';
}

const createRow = ({
  age,
  device,
  event = 'Configuration 1 applied',
  kind = 'device',
  severity = 'info',
}: Given) => ({
  id: `row-${age}-${device}`,
  at: new Date(START - age * 1000),
  device_id: device ?? `device-${age}`,
  event,
  kind,
  severity,
});

const TWO = [{ age: 0 }, { age: 1 }];

test.each<[string, readonly Given[], readonly number[]]>([
  ['folds equal records of a job', [...TWO, { age: 2 }], [3]],
  ['separates records of another revision', [...TWO, { age: 2, event: 'Configuration 2 applied' }], [2, 1]],
  ['separates records of another severity', [...TWO, { age: 2, severity: 'warning' }], [2, 1]],
  ['separates records more than 1 min apart', [...TWO, { age: 62 }], [2, 1]],
  [
    'separates two records of one device',
    [
      { age: 0, device: 'a' },
      { age: 1, device: 'a' },
    ],
    [1, 1],
  ],
  [
    'separates records without a job',
    [
      { age: 0, event: 'Offline' },
      { age: 1, event: 'Offline' },
    ],
    [1, 1],
  ],
  ['separates records of the system', TWO.map((row) => ({ ...row, kind: 'system' as const })), [1, 1]],
  [
    'separates equal records with a different record between them',
    [{ age: 0 }, { age: 1, event: 'Online' }, { age: 2 }],
    [1, 1, 1],
  ],
  [
    'divides equal records at the maximum size of a group',
    Array.from({ length: GROUP_MAX + 2 }, (_, age) => ({ age: age / 100, device: String(age) })),
    [GROUP_MAX, 2],
  ],
])('%s', (_name, rows, sizes) => {
  const groups: ReturnType<typeof createRow>[][] = [];
  foldRecords(groups, rows.map(createRow));
  expect(groups.map(({ length }) => length)).toEqual(sizes);
});

test('pages without a gap and without a repeated record when a group spans batches', async () => {
  const rows = Array.from({ length: 1800 }, (_, index) =>
    createRow({
      age: index / 100,
      device: String(index),
      event: `Configuration ${Math.floor(index / 450)} applied`,
    }),
  );
  const read = async (after: { readonly id: string } | undefined, limit: number) => {
    const begin = after ? rows.findIndex(({ id }) => id === after.id) + 1 : 0;
    return rows.slice(begin, begin + limit);
  };
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: { readonly at: Date; readonly id: string } | undefined;
  do {
    const page = await readGroups(read, cursor, 1);
    sizes.push(...page.groups.map(({ length }) => length));
    seen.push(...page.groups.flat().map(({ id }) => id));
    cursor = page.next;
  } while (cursor);
  expect(sizes).toEqual([450, 450, 450, 450]);
  expect(seen).toEqual(rows.map(({ id }) => id));
});
