/** Markdown that help pages can contain. It is parsed to data, so that text is never rendered as HTML. */
export type Inline =
  /** `keys` is a sentence about the keyboard, written `{{keys: text}}`. A touch screen hides it. */
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'keys'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: 'title' | 'heading'; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  /** A placeholder such as `{{states}}`, which a generated block replaces. */
  | { readonly kind: 'generated'; readonly name: string };

const INLINE =
  /\*\*(?<strong>[^*]+)\*\*|(?<!\w)_(?<emphasis>[^_]+)_(?!\w)|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<to>[^)]+)\)|\{\{keys:(?<keys>[^}]+)\}\}/g;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    const { strong, emphasis, code, keys, text: label, to } = match.groups ?? {};
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (keys !== undefined) parts.push({ kind: 'keys', text: keys });
    else parts.push({ kind: 'link', text: label ?? '', to: to ?? '' });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

export const toAnchorId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Parses Markdown whose blocks are separated by empty lines. */
export function parseMarkdown(source: string): Block[] {
  return source
    .split(/\n{2,}/)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== '')
    .map(parseBlock);
}

function parseBlock(chunk: string): Block {
  const generated = /^\{\{(\w+)\}\}$/.exec(chunk)?.[1];
  if (generated !== undefined) return { kind: 'generated', name: generated };
  const heading = /^(#{1,2}) (.+)$/.exec(chunk);
  if (heading) {
    const [, hashes = '', text = ''] = heading;
    return { kind: hashes.length === 1 ? 'title' : 'heading', text, id: toAnchorId(text) };
  }
  if (chunk.startsWith('    ')) return { kind: 'code', text: chunk.replaceAll(/^ {4}/gm, '') };
  const code = /^```\n([\s\S]+)\n```$/.exec(chunk)?.[1];
  if (code !== undefined) return { kind: 'code', text: code };
  const ordered = /^\d+\. /.test(chunk);
  if (ordered || chunk.startsWith('- ')) {
    const items = chunk.split(/\n(?=\d+\. |- )/).map((item) => item.replace(/^(\d+\.|-) /, ''));
    return { kind: 'list', ordered, items: items.map((item) => parseInline(item.replaceAll('\n', ' '))) };
  }
  return { kind: 'paragraph', parts: parseInline(chunk.replaceAll('\n', ' ')) };
}

/** Returns the plain text of a block, for the search. */
export function toText(block: Block): string {
  const plain = (parts: readonly Inline[]) => parts.map(({ text }) => text).join('');
  switch (block.kind) {
    case 'title':
    case 'heading':
    case 'code':
      return block.text;
    case 'paragraph':
      return plain(block.parts);
    case 'list':
      return block.items.map(plain).join(' ');
    case 'generated':
      return '';
  }
}
