import type { Rule, Source } from './house-rules.ts';

/**
 * Checks the ownership of PostgreSQL tables. A table belongs to the slice whose tables.ts merges it into
 * `Database`; the query builder accepts no other tables. Decision 0111 gives the reasons.
 */

type Access = 'read' | 'write';

/** An accepted use of other slices' tables in one file, with its reason. */
export interface TableException {
  /** Path below packages/server/src. */
  readonly file: string;
  readonly access: Access;
  readonly tables: readonly string[];
  readonly reason: string;
}

export interface TableRules {
  /** Tables that every slice may read and join, each with the columns that stay private to its owner. */
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
/**
 * Minimum number of other slices that read a table of the read model. With one reader, the owner offers a
 * function instead.
 */
const READERS_OF_A_READ_MODEL = 2;

const BUILDER_VERBS =
  'selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|from|using|insertInto|updateTable|deleteFrom|mergeInto';
/** Matches a method of the query builder with its tables, one or a list. */
const NAMED_TABLES = new RegExp(String.raw`\.(${BUILDER_VERBS})\(\s*('[^']*'|\[[^\]]*\])`, 'g');
/**
 * Matches a method with a table in a variable. `from` and `using` are left out, because other APIs use these
 * names.
 */
const ANY_TABLE =
  /\.(selectFrom|\w+Join(?:Lateral)?|insertInto|updateTable|deleteFrom|mergeInto)\((?:\w+)[,)]/g;
/** Matches an SQL keyword with its list of tables: `from jobs j, devices d`. */
const SQL_TABLES =
  /\b(delete\s+from|from|using|join|into|update|truncate|copy|lock\s+table)\s+((?:only\s+)?"?\w+"?(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*"?\w+"?(?:\s+(?:as\s+)?\w+)?)*)/gi;
const WRITES = /^(?:insertInto|updateTable|deleteFrom|mergeInto|into|update|delete|truncate|copy|lock)/i;
const LITERALS_AND_COMMENTS =
  /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[\s\S]*?\*\//g;

const omitComments = (text: string): string =>
  text.replace(LITERALS_AND_COMMENTS, (_match, literal: string | undefined) => literal ?? '');

const isServerCode = ({ path }: Source): boolean =>
  (path.startsWith(SERVER) || path.startsWith(DEMO)) &&
  path.endsWith('.ts') &&
  !/\.test\.ts$|\/testing\//.test(path);

/** Returns true for upgrades of old databases, which may change all tables. */
const isUpgrade = ({ path }: Source): boolean => path === `${SERVER}platform/db/upgrades.ts`;

/** Returns the folder below src, or the file itself. The demo counts as one reader. */
const getSlice = (path: string): string =>
  path.startsWith(SERVER) ? (path.slice(SERVER.length).split('/')[0] ?? '') : 'demo';

/** Lists the owner of each table, from the declarations for the query builder. */
export function listTableOwners(sources: readonly Source[]): ReadonlyMap<string, string> {
  return new Map(
    sources.filter(isServerCode).flatMap((source) => {
      const declaration = /declare module[^{]*\{\s*interface Database \{([\s\S]*?)\n {2}\}/;
      const [, members = ''] = declaration.exec(omitComments(source.text)) ?? [];
      return [...members.matchAll(/^ {4}(\w+):/gm)].map(
        ([, table = '']) => [table, getSlice(source.path)] as const,
      );
    }),
  );
}

/** Checks that the schema of a slice creates the tables that its code declares, and no others. */
export const checkTableOwners: Rule = (sources) => {
  const owners = listTableOwners(sources);
  return sources
    .filter(({ path }) => path.startsWith(SERVER) && path.endsWith('/schema.sql'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^create (?:unlogged )?table (\w+)/gm)]
        .map(([, table = '']) => table)
        .filter((table) => owners.get(table) !== getSlice(path))
        .map((table) => `${path} creates ${table}: declare it in the tables.ts of the slice.`),
    );
};

function listTables({ path, text }: Source, owners: ReadonlyMap<string, string>): TableUse[] {
  const code = omitComments(text);
  const quoted = (part: string): string[] =>
    [...part.matchAll(/'(\w+)(?: as \w+)?'/g)].map(([, name = '']) => name);
  // A table in a variable can be any table that the file names elsewhere.
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
        slice: getSlice(path),
        table,
        access: WRITES.test(verb) ? 'write' : 'read',
      })),
  );
}

/** Finds uses of tables outside their slice, except reads of the read model and accepted exceptions. */
export const checkTableUsers =
  ({ exceptions, readModel }: TableRules): Rule =>
  (sources) => {
    const owners = listTableOwners(sources);
    const foreign = sources
      .filter((source) => isServerCode(source) && !isUpgrade(source))
      .flatMap((source) => listTables(source, owners))
      .filter(({ slice, table }) => owners.get(table) !== slice);
    const ofModel = foreign.filter(({ access, table }) => access === 'read' && readModel[table]);
    const found = new Map(
      foreign.filter((use) => !ofModel.includes(use)).map((use) => [toUseKey(use), use] as const),
    );
    const allowed = new Map(
      exceptions.flatMap(({ access, file, tables }) =>
        tables.map((table) => [toUseKey({ path: `${SERVER}${file}`, access, table }), table] as const),
      ),
    );
    return [
      ...[...found]
        .filter(([key]) => !allowed.has(key))
        .map(([key, { table }]) => `${key}: ${owners.get(table)} owns it; call a function of its index.`),
      ...[...allowed.keys()]
        .filter((key) => !found.has(key))
        .map((key) => `The exception "${key}" is not needed: remove it.`),
      ...listPrivateReads(sources, ofModel, readModel),
      ...Object.keys(readModel)
        .map((table) => ({ table, readers: countReaders(ofModel, table) }))
        .filter(({ readers }) => readers < READERS_OF_A_READ_MODEL)
        .map(
          ({ table, readers }) =>
            `${table} is read by ${readers} other slices: take it out of the read model.`,
        ),
    ];
  };

/** Returns the private columns of the read model that a file outside the owner uses. */
function listPrivateReads(
  sources: readonly Source[],
  uses: readonly TableUse[],
  readModel: TableRules['readModel'],
): string[] {
  const byPath = Map.groupBy(uses, ({ path }) => path);
  return sources.flatMap(({ path, text }) => {
    const tables = new Set(byPath.get(path)?.map(({ table }) => table));
    if (tables.size === 0) return [];
    const identifiers = new Set(omitComments(text).match(/\w+/g));
    return [...tables].flatMap((table) =>
      (readModel[table]?.private ?? [])
        .filter((column) => identifiers.has(column))
        .map((column) => `${path} reads ${table}.${column}: only the owner of the table reads this column.`),
    );
  });
}

const toUseKey = ({ access, path, table }: Pick<TableUse, 'access' | 'path' | 'table'>): string =>
  `${path} ${access}s ${table}`;

const countReaders = (uses: readonly TableUse[], table: string): number =>
  new Set(uses.filter((use) => use.table === table).map(({ slice }) => slice)).size;
