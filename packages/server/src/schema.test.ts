import { globSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from './testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

const MEMBER = /^ {2}(?:readonly )?(\w+)\??: ([\s\S]*?);$/gm;

/** Declarations of the types of rows: the types that an interface extends, and the type of each own column. */
function readDeclarations() {
  const rows = new Map<string, { readonly bases: string; readonly columns: ReadonlyMap<string, string> }>();
  const tables = new Map<string, string>();
  for (const file of globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8').replaceAll(
      /\/\*[\s\S]*?\*\/|\/\/.*/g,
      '',
    );
    const [, members = ''] = /interface Database \{([\s\S]*?)\n {2}\}/.exec(text) ?? [];
    for (const [, table = '', row = ''] of members.matchAll(/^ {4}(\w+): (\w+);/gm)) tables.set(table, row);
    for (const [, name = '', bases = '', body = ''] of text.matchAll(
      /^(?:export )?interface (\w+)(?: extends ([^{]+))? \{\n([\s\S]*?)^\}/gm,
    ))
      rows.set(name, {
        bases,
        columns: new Map(
          [...body.matchAll(MEMBER)].map(([, column = '', type = '']) => [column, type] as const),
        ),
      });
  }
  return { rows, tables };
}

const { rows, tables } = readDeclarations();

/** Returns the type of each column of a row, those of `extends Omit<…>` included. */
function listColumns(name: string): ReadonlyMap<string, string> {
  const { bases = '', columns = new Map<string, string>() } = rows.get(name) ?? {};
  const inherited = [...bases.matchAll(/(?:(Omit|Pick)<(\w+), ([^>]*)>|(\w+))/g)].flatMap(
    ([, kind, base = '', names = '', whole]) => {
      const chosen = [...names.matchAll(/'(\w+)'/g)].map(([, each]) => each);
      return [...listColumns(whole ?? base)].filter(
        ([column]) => kind === undefined || chosen.includes(column) === (kind === 'Pick'),
      );
    },
  );
  return new Map([...inherited, ...columns]);
}

/** Returns the type of a selected column: the first parameter of a `ColumnType`. */
const getSelected = (type: string): string => /^ColumnType<([^,]*)/.exec(type)?.[1] ?? type;

test('the declared tables have the columns of the database, and null where it allows null', async () => {
  const { rows: found } = await sql<{ address: string; nullable: boolean }>`
    select table_name || '.' || column_name as address, is_nullable = 'YES' as nullable
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' and table_name in (
      select relname from pg_class where relnamespace = 'public'::regnamespace and not relispartition
    )`.execute(world.services.db);
  const stored = new Map(found.map(({ address, nullable }) => [address, nullable] as const));
  const declared = new Map(
    [...tables].flatMap(([table, row]) =>
      [...listColumns(row)].map(([column, type]) => {
        const address = `${table}.${column}`;
        const selected = getSelected(type);
        // An unknown value can be null.
        return [address, selected === 'unknown' ? stored.get(address) : selected.includes('| null')] as const;
      }),
    ),
  );
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(stored));
});
