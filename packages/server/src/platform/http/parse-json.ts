import { isUtf8 } from 'node:buffer';
import { DomainError } from '@northlight/contract';

const BYTE_ORDER_MARK = 0xef;
/** Strings and punctuation of a JSON text: the only parts that determine its keys. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * Parses the JSON body of a request; undefined for an empty one. Throws 400 for content that programs read in
 * different ways: text that is not UTF-8, a byte order mark, or a key that occurs twice in one object.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body) || body[0] === BYTE_ORDER_MARK)
    throw createInvalidBodyError('The request must be UTF-8 without a byte order mark.');
  const text = body.toString('utf8');
  const value = parse(text);
  const repeated = findRepeatedKey(text);
  if (repeated !== undefined)
    throw createInvalidBodyError(`The key ${JSON.stringify(repeated)} occurs twice.`);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, refusePrototype);
  } catch (error) {
    throw error instanceof DomainError ? error : createInvalidBodyError('The request is not valid JSON.');
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw createInvalidBodyError('The key "__proto__" is not possible.');
  return value;
}

/** Returns the first key that occurs twice in one object of a valid JSON text. */
function findRepeatedKey(text: string): string | undefined {
  /** Keys of the objects and lists that are open at this point, the innermost last. */
  const open: Set<string>[] = [];
  let before = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const key = JSON.parse(before) as string;
      if (open.at(-1)?.has(key)) return key;
      open.at(-1)?.add(key);
    }
    before = token;
  }
  return undefined;
}

const createInvalidBodyError = (message: string): DomainError =>
  new DomainError('invalidParameters', { fields: { body: message } });
