import { randomUUID } from 'node:crypto';
import { createProject, TestBrowser } from '@northlight/server/testing';
import { type BenchWorld, startBenchWorld } from './bench-world.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';

const SAMPLES = 2_000;
const WARM_UP = 200;
const MAX_APART = 0.05;
const NO_PROJECT = 3_999_999_999;
const NO_DEVICE = 'Z'.repeat(22);

interface Pair {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Id of an item of another account; `random` is the id of an item that does not exist. */
  readonly foreign: string;
  readonly random: string;
}

/** Returns a second account without access to the items of the first account. */
async function signUpStranger(world: BenchWorld): Promise<TestBrowser> {
  const browser = new TestBrowser(world.product.address);
  const account = `${randomUUID()}@example.com`;
  const { flowId } = await browser.call('codeRequest', { body: { purpose: 'sign-up', account } });
  const outbox = (await (await browser.fetch('/dev/outbox')).json()) as {
    items: { to: string; subject: string }[];
  };
  const mail = outbox.items.find(({ to }) => to === account);
  const code = /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? '';
  const body = { flowId, account, code, password: 'correct horse battery', nickname: 'Bench' };
  await browser.call('signUp', { body });
  await createProject(browser);
  return browser;
}

interface Measured {
  readonly ms: number;
  readonly answer: string;
}

async function ask(browser: TestBrowser, method: string, path: string): Promise<Measured> {
  const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
  const start = performance.now();
  const response = await browser.fetch(path, { method, ...body });
  const text = await response.text();
  const ms = performance.now() - start;
  return { ms, answer: `${response.status} ${text.replace(/"requestId":"\w+"/, '')}` };
}

async function measure(browser: TestBrowser, { name, method, foreign, random }: Pair): Promise<Figure[]> {
  const times = { foreign: [] as number[], random: [] as number[] };
  const answers = new Set<string>();
  for (let round = 0; round < SAMPLES + WARM_UP; round++) {
    // Alternates the order, so that caches have the same effect on both.
    const order = round % 2 === 0 ? (['foreign', 'random'] as const) : (['random', 'foreign'] as const);
    for (const which of order) {
      const { ms, answer } = await ask(browser, method, which === 'foreign' ? foreign : random);
      answers.add(answer);
      if (round >= WARM_UP) times[which].push(ms);
    }
  }
  const [one, two] = [computeQuantile(times.foreign, 0.5), computeQuantile(times.random, 0.5)];
  const apart = Math.abs(one - two) / Math.min(one, two);
  return [
    {
      id: 'S2',
      text: `${name}: foreign ${formatMilliseconds(one)}, random ${formatMilliseconds(two)} (p50 of ${SAMPLES} each), ${(apart * 100).toFixed(1)}% apart`,
      goal: `at most ${MAX_APART * 100}% apart`,
      reached: apart <= MAX_APART,
    },
    {
      id: 'S2',
      text: `${name}: ${answers.size} kind of answer`,
      goal: '1',
      reached: answers.size === 1,
    },
  ];
}

/** S2: checks that neither the answer nor its duration reveals whether another account's item exists. */
export async function measureOracle(): Promise<Figure[]> {
  await using world = await startBenchWorld();
  const { projectId, id, device } = await world.addDevice('NL-GW5');
  await using _online = device;
  const browser = await signUpStranger(world);
  const project = (own: number, rest = '') => `/api/v1/projects/${own}${rest}`;
  const pair = (name: string, rest: string, method: Pair['method'] = 'GET'): Pair => ({
    name,
    method,
    foreign: project(projectId, rest.replace('DEVICE', id)),
    random: project(NO_PROJECT, rest.replace('DEVICE', NO_DEVICE)),
  });
  const pairs = [
    pair('projectGet', ''),
    pair('deviceGet', '/devices/DEVICE'),
    pair('deviceRestart', '/device-restarts', 'POST'),
  ];
  const figures: Figure[] = [];
  for (const each of pairs) figures.push(...(await measure(browser, each)));
  return figures;
}
