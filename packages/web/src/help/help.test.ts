import { BUILT_FLAGS, ERRORS, NAV } from '@northlight/contract';
import { buildOpenApiDocument } from '@northlight/contract/openapi';
import { expect, it } from 'vitest';
import { type ApiDocument, getBody, findOperations, listOperations, listResponses } from './api-document.ts';
import { buildCurl } from './api-example.ts';
import { PATHS } from '../paths.ts';
import { GENERATED_BLOCKS } from './GeneratedBlock.tsx';
import { parseInline, parseMarkdown, toText } from './markdown.ts';
import { listErrorCodes, findCodes, searchHelp } from './search.ts';
import { listPageNames, TOPIC_ORDER, TOPICS } from './topics.ts';

it('lists exactly the existing pages', () => {
  expect(new Set(TOPIC_ORDER.map(([id]) => id))).toEqual(new Set(listPageNames()));
  for (const { id, title, summary } of TOPICS) {
    expect(title, id).not.toBe(id);
    expect(summary.length, id).toBeGreaterThan(20);
  }
});

it('links only to existing pages and uses only known placeholders', () => {
  const pages = NAV.filter(({ flag }) => BUILT_FLAGS.includes(flag));
  const addresses = new Set([
    ...pages.map(({ route }) => route),
    PATHS.cloudCode,
    PATHS.helpApi,
    PATHS.security,
    PATHS.verifyDevices,
    ...TOPICS.map(({ id }) => `/help/${id}`),
  ]);
  for (const { blocks, id } of TOPICS)
    for (const block of blocks) {
      if (block.kind === 'generated') expect(Object.keys(GENERATED_BLOCKS), id).toContain(block.name);
      const lines = block.kind === 'paragraph' ? [block.parts] : block.kind === 'list' ? block.items : [];
      for (const part of lines.flat()) {
        if (part.kind === 'link') expect(addresses, id).toContain(part.to);
        // Links to pages of the menu have the names of the menu.
        const page = part.kind === 'link' && pages.find(({ route }) => route === part.to);
        if (page) expect(part.text, id).toBe(page.title);
        if (part.kind === 'text') expect(part.text, id).not.toMatch(/\*\*|`|\]\(|(?<!\w)_\w/);
      }
    }
});

it('parses the supported Markdown subset', () => {
  expect(parseInline('a{{keys: Ctrl K}}')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'keys', text: ' Ctrl K' },
  ]);
  expect(parseInline('a **b** `c` [d](/e) _f g_ h_i_j.')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'd', to: '/e' },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', text: 'f g' },
    { kind: 'text', text: ' h_i_j.' },
  ]);
  expect(parseMarkdown('# A\n\n1. b\n2. c\n\n```\nd\n```\n\n{{e}}').map(({ kind }) => kind)).toEqual([
    'title',
    'list',
    'code',
    'generated',
  ]);
  expect(toText({ kind: 'list', ordered: false, items: [parseInline('**x** y')] })).toBe('x y');
});

it('finds error codes by number, reserved codes by their group, and text in pages', () => {
  expect(findCodes('1162')).toMatchObject([{ codes: '1162', message: ERRORS.deviceLimit.message }]);
  expect(findCodes('-99')).toHaveLength(1);
  expect(findCodes('3102').length).toBeGreaterThan(0);
  expect(findCodes('99999')).toEqual([]);
  expect(listErrorCodes().length).toBeGreaterThan(Object.keys(ERRORS).length);
  expect(searchHelp(TOPICS, '1162')[0]).toMatchObject({ topic: 'error-codes', section: 'Code 1162' });
  const hits = searchHelp(TOPICS, 'recovery codes');
  expect(hits[0]).toMatchObject({ topic: 'account-security', section: 'Two-factor authentication' });
  expect(searchHelp(TOPICS, 'xyzzy')).toEqual([]);
});

it('lists each error code once, with its own meaning if it has one', () => {
  const codes = listErrorCodes().map((row) => row.codes);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(findCodes('67')).toMatchObject([{ message: ERRORS.projectNameExists.message }]);
});

it('reads operations, bodies and example calls from the OpenAPI document', () => {
  const operations = listOperations(buildOpenApiDocument('0.1.0') as unknown as ApiDocument);
  expect(operations.length).toBeGreaterThan(20);
  expect(
    findOperations(operations, 'restarts devices reconnected').map(({ operationId }) => operationId),
  ).toEqual(['deviceRestart']);
  for (const operation of operations) {
    expect(operation.slice, operation.operationId).not.toBe('other');
    const curl = buildCurl(operation, 'https://example.com');
    expect(curl).toContain(`https://example.com${operation.path}`);
    if (getBody(operation)?.type === 'application/json') expect(curl).toContain("-d '{");
  }
  const restart = operations.find(({ operationId }) => operationId === 'deviceRestart');
  expect(restart && buildCurl(restart, '')).toContain(`-d '{"deviceIds":["0gRq1TUbX8yKe5nVw2ZpLc"]}'`);
});

it('shows the fields of named schemas', () => {
  const operations = listOperations(buildOpenApiDocument('0.1.0') as unknown as ApiDocument);
  const get = operations.find(({ operationId }) => operationId === 'jobGet');
  expect(get && listResponses(get).done?.schema?.properties).toHaveProperty('rows.items.properties.state');
  expect(JSON.stringify(operations)).not.toContain('$ref');
});
