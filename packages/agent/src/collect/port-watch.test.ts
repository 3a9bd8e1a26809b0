import { SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { parseLinkLine, PortWatch } from './port-watch.ts';

test.each([
  [
    '5: lan1@if4: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue \\    link/ether 02:00',
    'lan1',
    true,
  ],
  ['5: lan1: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc noqueue state DOWN', 'lan1', false],
  ['12: wan1.20@wan1: <BROADCAST,UP,LOWER_UP> mtu 1500', 'wan1.20', true],
  ['Deleted 5: lan1@if4: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500', 'lan1', false],
])('parses the line of the link monitor: %s', (line, name, up) =>
  expect(parseLinkLine(line)).toEqual({ name, up }),
);

test.each(['', '    link/ether 02:00:00:00:00:01', 'nonsense: <UP>', '5: <UP>'])(
  'ignores the line %j of the link monitor',
  (line) => expect(parseLinkLine(line)).toBeUndefined(),
);

function world() {
  const clock = new SteppedClock(0);
  const events: string[] = [];
  let emit: (line: string) => void = () => undefined;
  const state = { ended: false, links: ['lan1'] };
  const watch = new PortWatch({
    clock,
    log: { info: () => undefined, warn: () => undefined },
    ports: ['lan1', 'lan2'],
    run: () =>
      Promise.resolve(
        JSON.stringify(
          ['lan1', 'lan2', 'lo'].map((ifname) => ({
            ifname,
            flags: state.links.includes(ifname) ? ['UP', 'LOWER_UP'] : ['UP'],
          })),
        ),
      ),
    link: {
      reportEvent: (type, _sev, data) => {
        events.push(`${type} ${String(data?.['port'])}`);
        return Promise.resolve('event');
      },
    },
    watch: (_argv, onLine) => {
      emit = onLine;
      state.ended = false;
      return Promise.resolve({
        get ended() {
          return state.ended;
        },
        [Symbol.dispose]: () => undefined,
      });
    },
  });
  const change = (name: string, up: boolean): void =>
    emit(`5: ${name}: <BROADCAST,UP${up ? ',LOWER_UP' : ''}> mtu`);
  return { change, clock, state, events, watch };
}

test('reports each change of a port once, but not its initial state or other interfaces', async () => {
  const { change, clock, events, watch } = world();
  await watch.start();
  change('lan1', true);
  change('lo', true);
  expect(events).toEqual([]);
  change('lan1', false);
  change('lan1', false);
  await clock.advance(1_000);
  change('lan1', true);
  expect(events).toEqual(['port-down lan1', 'port-up lan1']);
});

test('reports only the final state of a port that flaps within 10 s', async () => {
  const { change, clock, events, watch } = world();
  await watch.start();
  for (let count = 0; count < 100; count++) change('lan1', count % 2 === 1);
  change('lan1', false);
  await clock.advance(10_000);
  expect(events).toEqual(['port-down lan1']);
  change('lan1', true);
  change('lan1', false);
  change('lan1', true);
  await clock.advance(10_000);
  expect(events).toEqual(['port-down lan1', 'port-up lan1']);
});

test('reports changes that happened while the monitor was not running', async () => {
  const { clock, state, events, watch } = world();
  await watch.start();
  state.ended = true;
  state.links = ['lan2'];
  await clock.advance(5_000);
  await Promise.resolve();
  await clock.advance(1);
  expect(events.toSorted()).toEqual(['port-down lan1', 'port-up lan2']);
});
