export interface SseEvent {
  readonly name: string;
  readonly data: string;
  /** Last event id that the stream has sent. */
  readonly id: string | undefined;
}

/** Returns a parser that reads server-sent events from chunks of text. */
export function createSseParser(onEvent: (event: SseEvent) => void): (text: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let id: string | undefined;
  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n'), id });
      name = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
  };
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const each of lines) line(each);
  };
}
