import { type ErrorBody, errorBody, ERRORS, type ErrorName } from '@northlight/contract';
import type { FaultInjection } from '../../app.ts';
import { startTestServer } from '../test-server.ts';
import { checkDeviceCells } from './device-cells.ts';
import { type MatrixAnswer, createInProcessServer } from './matrix-server.ts';
import { liveStream, type Operation, createOperations } from './operations.ts';
import {
  BEARERS,
  DESTRUCTIVE,
  OPERATION_ERRORS,
  MARKER_READERS,
  OTHER_ROUTES,
  PRINCIPALS,
  type PrincipalName,
  RULES,
  type ExpectedOutcome,
} from './policy.ts';
import { DEMO_TARGET, createMatrixWorld, MARKERS, type Target, type MatrixWorld } from './world.ts';

export interface MatrixResult {
  readonly cells: number;
  readonly leaks: readonly string[];
  readonly undeclared: readonly string[];
  /** Number of pairs of answers to a foreign and to a random id; `oracles` lists the pairs that differ. */
  readonly pairs: number;
  readonly oracles: readonly string[];
}

const NOTHING_HERE = 'There is nothing at this address.';
const GUARD_CODES: ReadonlySet<number> = new Set([9, 10, 73, 74, 173, 914]);

/**
 * Runs the authorisation matrix: every principal calls every operation, stream and device topic. The answers
 * are compared with the table in policy.ts.
 */
export async function runMatrix(
  serverUrl: string,
  { adjust, only }: { adjust?: FaultInjection; only?: readonly string[] } = {},
): Promise<MatrixResult> {
  await using server = await startTestServer(serverUrl, adjust ? { adjust } : {});
  const world = await createMatrixWorld(await createInProcessServer(server));
  const declared = listEveryOperation();
  const all = only ? declared.filter(({ name }) => only.includes(name)) : declared;
  const operationCells = await checkCells(world, all);
  const devices = await checkDeviceCells(server, world);
  const pairs = await compareMissingAndForeign(world, all);
  return {
    cells: operationCells.cells + devices.cells,
    leaks: [...operationCells.leaks, ...devices.leaks],
    undeclared: [...listUndeclaredRoutes(server.server.routes, declared), ...operationCells.undeclared],
    ...pairs,
  };
}

export const listEveryOperation = (): Operation[] => [...createOperations(), liveStream];

/** Lists the operations that can be repeated because they change nothing that other cells need. */
export const listHarmlessOperations = (): Operation[] =>
  listEveryOperation().filter(({ key }) => !key || !DESTRUCTIVE.has(key));

/** Calls operations as every principal, destructive operations last. */
export async function checkCells(
  world: MatrixWorld,
  all: readonly Operation[],
): Promise<Pick<MatrixResult, 'cells' | 'leaks' | 'undeclared'>> {
  const report = { cells: 0, leaks: [] as string[], undeclared: [] as string[] };
  const harmless = all.filter(({ key }) => !key || !DESTRUCTIVE.has(key));
  const last = all.filter(({ key }) => key && DESTRUCTIVE.has(key));
  for (const operation of [...harmless, ...last])
    for (const principal of PRINCIPALS)
      for (const target of listTargets(operation, world)) {
        const rule = target.demo ? `demo/${operation.rule}` : operation.rule;
        const expected = findExpectedVerdict(operation, principal, rule);
        report.cells += 1;
        if (expected === undefined) report.undeclared.push(`${operation.name} × ${principal}`);
        else report.leaks.push(...(await checkCell(world, operation, principal, target, expected)));
        const ended = operation.key && DESTRUCTIVE.get(operation.key);
        if (expected === 'yes' && ended) await world.renew(ended);
      }
  return report;
}

const listTargets = ({ inProject }: Operation, world: MatrixWorld): (Target & { demo: boolean })[] => [
  { ...world.target, demo: false },
  ...(inProject ? [{ ...DEMO_TARGET(world.server), demo: true }] : []),
];

/** Returns the expected outcome after applying the endpoint's access types. */
function findExpectedVerdict(
  { access }: Operation,
  principal: PrincipalName,
  rule: string,
): ExpectedOutcome | undefined {
  const declared = RULES.get(rule)?.get(principal);
  if (declared === undefined || rule === 'public' || declared === 9 || declared === 10) return declared;
  const caller = principal === 'display' ? 'display' : BEARERS.has(principal) ? 'openapi' : 'web';
  return access.includes(caller) ? declared : '-';
}

/** Returns served routes without a rule and operations that are not served. */
function listUndeclaredRoutes(routes: readonly string[], all: readonly Operation[]): string[] {
  const declared = new Set(all.flatMap(({ route }) => (route ? [route] : [])));
  for (const name of Object.keys(OTHER_ROUTES)) declared.add(name);
  const served = new Set(routes.filter((route) => !route.startsWith('HEAD ')));
  return [
    ...[...served].filter((route) => !declared.has(route)).map((route) => `${route} is in no table`),
    ...[...declared].filter((route) => !served.has(route)).map((route) => `${route} is not served`),
  ];
}

async function checkCell(
  world: MatrixWorld,
  operation: Operation,
  principal: PrincipalName,
  target: Target & { demo: boolean },
  expected: ExpectedOutcome,
): Promise<string[]> {
  const { status, text } = await sendRequest(world, operation, principal, target);
  const where = `${operation.name} × ${principal}${target.demo ? ' (demo)' : ''}`;
  const marker = MARKERS.find((each) => text.includes(each));
  const leaked = marker !== undefined && !MARKER_READERS.has(principal) ? [`${where}: leaked ${marker}`] : [];
  const fault = status >= 500 ? [`${where}: answered ${status}`] : [];
  const wrong = isAnswer(expected, status, text, operation)
    ? []
    : [`${where}: ${expected} expected, ${status} ${text.slice(0, 120)}`];
  return [...leaked, ...fault, ...wrong];
}

function isAnswer(expected: ExpectedOutcome, status: number, text: string, { key }: Operation): boolean {
  const body = parseRefusal(text);
  if (expected === '-') return status === 404 && body?.message === NOTHING_HERE;
  if (expected === 'yes') {
    if (status < 400 || !body) return true;
    const later = key === undefined ? undefined : OPERATION_ERRORS[key];
    return (
      later?.includes(body.code) === true || (!GUARD_CODES.has(body.code) && body.message !== NOTHING_HERE)
    );
  }
  return status === findStatus(expected) && body?.code === expected;
}

const findStatus = (code: number): number | undefined =>
  Object.keys(ERRORS)
    .map((name) => ERRORS[name as ErrorName])
    .find((entry) => entry.code === code)?.status;

function parseRefusal(text: string): ErrorBody | undefined {
  try {
    return errorBody.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function sendRequest(
  { server, credentials }: MatrixWorld,
  operation: Operation,
  principal: PrincipalName,
  target: Target,
): Promise<MatrixAnswer> {
  const { path, init } = operation.request(target);
  const headers = { ...(init.headers as object), ...credentials.get(principal)?.headers };
  return server.request(path, { ...init, headers });
}

/**
 * Compares the answer to a foreign id with the answer to a missing id. Both must be equal except for the
 * request id.
 */
async function compareMissingAndForeign(
  world: MatrixWorld,
  all: readonly Operation[],
): Promise<Pick<MatrixResult, 'pairs' | 'oracles'>> {
  const nowhere: Target = {
    projectId: 3_999_999_999,
    deviceId: 'Z'.repeat(22),
    shareId: crypto.randomUUID(),
  };
  const oracles: string[] = [];
  let pairs = 0;
  for (const operation of all.filter(({ inProject }) => inProject))
    for (const principal of [
      'normal account',
      'owner of another project',
      'demo visitor',
      'third party',
    ] as const) {
      pairs += 1;
      const foreign = await sendRequest(world, operation, principal, world.target);
      const none = await sendRequest(world, operation, principal, nowhere);
      if (foreign.status !== none.status || omitRequestId(foreign.text) !== omitRequestId(none.text))
        oracles.push(`${operation.name} × ${principal}: ${foreign.text} is not ${none.text}`);
    }
  return { pairs, oracles };
}

const omitRequestId = (text: string): string => text.replace(/"requestId":"[^"]*"/, '"requestId":""');
