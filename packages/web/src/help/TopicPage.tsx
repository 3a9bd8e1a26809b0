import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFoundPage } from '../app/NotFoundPage.tsx';
import { Page } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import classes from './help.module.css';
import { Markdown } from './Markdown.tsx';
import { TOPICS } from './topics.ts';

/** One help page beside the list of all pages. */
export function TopicPage() {
  const { topic: id } = useParams({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const topic = TOPICS.find((each) => each.id === id);
  useEffect(() => {
    if (!topic) return;
    const target = hash === '' ? document.getElementById('content') : document.getElementById(hash);
    target?.scrollIntoView({ block: 'start' });
  }, [topic, hash]);
  if (!topic) return <NotFoundPage />;
  return (
    <Page
      title={topic.title}
      note={
        <Link to={PATHS.help} search={{}} className="accent">
          Help
        </Link>
      }
    >
      <div className={`grid gap-16 ${classes['columns']}`}>
        <article className={`shrink-x panel ${classes['page']}`}>
          <Markdown blocks={topic.blocks} />
        </article>
        <nav className="sticky" aria-label="Help pages">
          <ul className="grid">
            {TOPICS.map((each) => (
              <li key={each.id}>
                <Link
                  className="plain block round"
                  to={PATHS.helpTopic}
                  params={{ topic: each.id }}
                  search={{}}
                  aria-current={each.id === id ? 'page' : undefined}
                >
                  {each.title}
                </Link>
              </li>
            ))}
            <li>
              <Link className="plain block round" to={PATHS.helpApi} search={{}}>
                API reference
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </Page>
  );
}
