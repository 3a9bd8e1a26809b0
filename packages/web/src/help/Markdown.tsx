import { Link } from '@tanstack/react-router';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './help.module.css';
import { GeneratedBlock } from './GeneratedBlock.tsx';
import type { Block, Inline } from './markdown.ts';

export function Markdown({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className={classes['text']}>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of a page are constant
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'title':
      return null;
    case 'heading':
      return <h2 id={block.id}>{block.text}</h2>;
    case 'paragraph':
      return (
        <p>
          <Parts parts={block.parts} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((parts, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the items of a list are constant
            <li key={index}>
              <Parts parts={parts} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <ScrollBox label="Example">
          <pre className="code-block">{block.text}</pre>
        </ScrollBox>
      );
    case 'generated':
      return <GeneratedBlock name={block.name} />;
  }
}

function Parts({ parts }: { readonly parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    const key = `${index}`;
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'strong':
        return <strong key={key}>{part.text}</strong>;
      case 'emphasis':
        return <em key={key}>{part.text}</em>;
      case 'code':
        return <code key={key}>{part.text}</code>;
      case 'keys':
        return (
          <span key={key} className="not-on-touch">
            {part.text}
          </span>
        );
      case 'link':
        return (
          <Link key={key} to={part.to as '/'} search={{}}>
            {part.text}
          </Link>
        );
    }
  });
}
