import type { Rule, Source } from './house-rules.ts';

/**
 * Who may use which table of PostgreSQL. A table belongs to the slice whose code merges it into `Database`, which is
 * its tables.ts; the query builder knows no other tables. Decision 0111 says why.
 */

type Access = 'read' | 'write';

/** Uses of other slices' tables in one file that stay, with the reason. */
export interface TableException {
  /** Below packages/server/src. */
  readonly file: string;
  readonly access: Access;
  readonly tables: readonly string[];
  readonly reason: string;
}

export interface TableRules {
  /** Tables that every slice may read and join, with the columns that only the owner reads. */
  readonly readModel: Readonly<Record<string, { readonly private: readonly string[] }>>;
  readonly exceptions: readonly TableException[];
}

interface TableUse {
  readonly path: string;
  readonly slice: string;
  readonly table: string;
  readonly access: Access;
}

const SERVER = 'packages/server/src/';
const DEMO = 'packages/demo/src/';
/** A table that only one other slice reads gets a function of its owner instead. */
const READERS_OF_A_READ_MODEL = 2;

const BUILDER_VERBS =
  'selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|from|using|insertInto|updateTable|deleteFrom|mergeInto';
/** A verb of the query builder with the tables that it names, one or a list. */
const NAMED_TABLES = new RegExp(String.raw`\.(${BUILDER_VERBS})\(\s*('[^']*'|\[[^\]]*\])`, 'g');
/** A verb with a table that a variable names; `from` and `using` are left out, because much else is called so. */
const ANY_TABLE =
  /\.(selectFrom|\w+Join(?:Lateral)?|insertInto|updateTable|deleteFrom|mergeInto)\((?:\w+)[,)]/g;
/** A verb of SQL with what follows it up to the end of a list: `from jobs j, devices d`. */
const SQL_TABLES =
  /\b(delete\s+from|from|using|join|into|update|truncate|copy|lock\s+table)\s+((?:only\s+)?"?\w+"?(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*"?\w+"?(?:\s+(?:as\s+)?\w+)?)*)/gi;
const WRITES = /^(?:insertInto|updateTable|deleteFrom|mergeInto|into|update|delete|truncate|copy|lock)/i;
const LITERALS_AND_COMMENTS =
  /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[\s\S]*?\*\//g;

const withoutComments = (text: string): string =>
  text.replace(LITERALS_AND_COMMENTS, (_match, literal: string | undefined) => literal ?? '');

const isServerCode = ({ path }: Source): boolean =>
  (path.startsWith(SERVER) || path.startsWith(DEMO)) &&
  path.endsWith('.ts') &&
  !/\.test\.ts$|\/testing\//.test(path);

/** Migrations are history: they may change what other slices own today. */
const isMigration = ({ path }: Source): boolean => path.includes('/migrations/');

/** The folder below src, or the file itself when it is in none. The demo is a consumer, wherever its code is. */
const sliceOf = (path: string): string =>
  path.startsWith(SERVER) ? (path.slice(SERVER.length).split('/')[0] ?? '') : 'demo';

/** Table → slice, from the declarations that make the query builder know the table. */
export function tableOwners(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(
    sources.filter(isServerCode).flatMap((source) => {
      const declaration = /declare module[^{]*\{\s*interface Database \{([\s\S]*?)\n {2}\}/;
      const [, members = ''] = declaration.exec(withoutComments(source.text)) ?? [];
      return [...members.matchAll(/^ {4}(\w+):/gm)].map(
        ([, table = '']) => [table, sliceOf(source.path)] as const,
      );
    }),
  );
}

/** Every table that a migration creates, and no later one renames, has an owner. */
export const tablesHaveAnOwner: Rule = (sources) => {
  const owners = tableOwners(sources);
  const migrations = sources.filter(isMigration);
  const isRenamed = (table: string): boolean =>
    migrations.some(({ text }) => text.includes(`alterTable('${table}').renameTo(`));
  return migrations.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/createTable\('(\w+)'\)|create (?:unlogged )?table (\w+)/g)]
      .map(([, built, written]) => built ?? written ?? '')
      .filter((table) => !owners.has(table) && !isRenamed(table))
      .map((table) => `${path} creates ${table}: declare it in the tables.ts of the slice that owns it.`),
  );
};

function tablesIn({ path, text }: Source, owners: ReadonlyMap<string, string>): TableUse[] {
  const code = withoutComments(text);
  const quoted = (part: string): string[] =>
    [...part.matchAll(/'(\w+)(?: as \w+)?'/g)].map(([, name = '']) => name);
  // A variable may be any table that the file names elsewhere.
  const others = quoted(code.replace(NAMED_TABLES, ''));
  const named = [
    ...[...code.matchAll(NAMED_TABLES)].map(([, verb = '', list = '']) => ({ verb, names: quoted(list) })),
    ...[...code.matchAll(ANY_TABLE)].map(([, verb = '']) => ({ verb, names: others })),
    ...[...code.matchAll(SQL_TABLES)].map(([, verb = '', list = '']) => ({
      verb,
      names: list.split(',').map((item) => /^\s*(?:only\s+)?"?(\w+)/i.exec(item)?.[1] ?? ''),
    })),
  ];
  return named.flatMap(({ verb, names }) =>
    names
      .filter((table) => owners.has(table))
      .map((table) => ({
        path,
        slice: sliceOf(path),
        table,
        access: WRITES.test(verb) ? 'write' : 'read',
      })),
  );
}

/** Finds uses of tables outside their slice that are neither reads of the read model nor excepted. */
export const tablesAreUsedByTheirOwner =
  ({ exceptions, readModel }: TableRules): Rule =>
  (sources) => {
    const owners = tableOwners(sources);
    const foreign = sources
      .filter((source) => isServerCode(source) && !isMigration(source))
      .flatMap((source) => tablesIn(source, owners))
      .filter(({ slice, table }) => owners.get(table) !== slice);
    const ofModel = foreign.filter(({ access, table }) => access === 'read' && readModel[table]);
    const found = new Map(
      foreign.filter((use) => !ofModel.includes(use)).map((use) => [keyOf(use), use] as const),
    );
    const allowed = new Map(
      exceptions.flatMap(({ access, file, tables }) =>
        tables.map((table) => [keyOf({ path: `${SERVER}${file}`, access, table }), table] as const),
      ),
    );
    return [
      ...[...found]
        .filter(([key]) => !allowed.has(key))
        .map(
          ([key, { table }]) =>
            `${key}: ${owners.get(table)} owns it; ask by a function of its index, in the domain's terms.`,
        ),
      ...[...allowed.keys()]
        .filter((key) => !found.has(key))
        .map((key) => `The exception "${key}" is not needed: remove it.`),
      ...privateReads(sources, ofModel, readModel),
      ...Object.keys(readModel)
        .map((table) => ({ table, readers: readersOf(ofModel, table) }))
        .filter(({ readers }) => readers < READERS_OF_A_READ_MODEL)
        .map(
          ({ table, readers }) =>
            `${table} is read by ${readers} other slices: take it out of the read model.`,
        ),
    ];
  };

/** Private columns of the read model that a file names which reads their table. */
function privateReads(
  sources: readonly Source[],
  uses: readonly TableUse[],
  readModel: TableRules['readModel'],
): string[] {
  const byPath = Map.groupBy(uses, ({ path }) => path);
  return sources.flatMap(({ path, text }) => {
    const tables = new Set(byPath.get(path)?.map(({ table }) => table));
    if (tables.size === 0) return [];
    const words = new Set(withoutComments(text).match(/\w+/g));
    return [...tables].flatMap((table) =>
      (readModel[table]?.private ?? [])
        .filter((column) => words.has(column))
        .map((column) => `${path} reads ${table}.${column}: only the owner of the table reads this column.`),
    );
  });
}

const keyOf = ({ access, path, table }: Pick<TableUse, 'access' | 'path' | 'table'>): string =>
  `${path} ${access}s ${table}`;

const readersOf = (uses: readonly TableUse[], table: string): number =>
  new Set(uses.filter((use) => use.table === table).map(({ slice }) => slice)).size;
