import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refetchAffected } from './refetch-affected.ts';

/** Returns a query that stays pending until the test calls `answer`. */
function watchedList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['deviceList'],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      requests.push(answer);
      return answer.promise;
    },
  });
  const stop = observer.subscribe(() => undefined);
  const change = () => refetchAffected(client, ({ queryKey }) => queryKey[0] === 'deviceList');
  const answer = async (text: string) => {
    requests.at(-1)?.resolve(text);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { requests, change, answer, stop, shown: () => observer.getCurrentResult().data };
}

it('refetches a query that is running during several changes once, after the query has ended', async () => {
  const { answer, requests, change, shown, stop } = watchedList();
  await answer('first');
  change();
  expect(requests).toHaveLength(2);
  for (let second = 0; second < 5; second++) change();
  expect(requests).toHaveLength(2);
  await answer('second');
  expect(shown()).toBe('second');
  expect(requests).toHaveLength(3);
  await answer('third');
  expect(shown()).toBe('third');
  expect(requests).toHaveLength(3);
  stop();
});

it('refetches a first query that was running during a change', async () => {
  const { answer, requests, change, stop } = watchedList();
  change();
  await answer('first');
  expect(requests).toHaveLength(2);
  stop();
});
