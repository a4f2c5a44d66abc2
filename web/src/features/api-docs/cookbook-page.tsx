/** Complete programs for common jobs with the public API. */
import { Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CodeBlock } from '@/components/code/code-block';
import { HorizontalScroll } from '@/components/horizontal-scroll/horizontal-scroll';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import type { Language } from '@/config/constants';
import { cookbookWords } from '@/lib/i18n/cookbook-words';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { type Block, RECIPES, type Recipe } from './cookbook';
import { DocLinks } from './doc-links';
import { RichText, Inline } from './rich-text';
import { useAnchor } from './use-anchor';
import classes from './api-docs.module.css';

type Translate = (text: string) => string;

function wordsOptions(language: Language) {
  return queryOptions({
    queryKey: ['cookbook', language],
    queryFn: () => cookbookWords(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export default function CookbookPage() {
  const { t } = useTranslation();
  const title = useTitle()('api_cookbook');
  const language = useLanguage();
  const words = useQuery(wordsOptions(language));
  if (words.isPending) return <PageSkeleton />;
  const translate: Translate = (text) => words.data?.[text] ?? text;
  return (
    <>
      <PageHeader
        title={title}
        description={t('api_docs.cookbook_hint')}
        actions={<DocLinks on="cookbook" />}
      />
      {words.isLoadingError ? (
        <ErrorState message={t('api_docs.load_failed')} onRetry={() => void words.refetch()} />
      ) : (
        <Recipes translate={translate} />
      )}
    </>
  );
}

function Recipes({ translate }: { translate: Translate }) {
  const { t } = useTranslation();
  useAnchor(true);
  const [introduction, ...recipes] = RECIPES;
  return (
    <div className={classes.reference}>
      <nav className={classes.contents} aria-label={t('api_docs.contents')}>
        <ol>
          {recipes.map(({ id, title }) => (
            <li key={id}>
              <Link to={{ hash: id }}>{translate(title)}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={classes.operations}>
        <div className={classes.introduction}>
          {introduction ? <Blocks recipe={introduction} translate={translate} /> : null}
        </div>
        {recipes.map((recipe) => (
          <section
            key={recipe.id}
            id={recipe.id}
            className={classes.operation}
            aria-labelledby={`${recipe.id}-title`}
          >
            <Title order={2} fz={17} id={`${recipe.id}-title`}>
              {translate(recipe.title)}
            </Title>
            <Blocks recipe={recipe} translate={translate} />
          </section>
        ))}
      </div>
    </div>
  );
}

function Blocks({ recipe, translate }: { recipe: Recipe; translate: Translate }) {
  return recipe.blocks.map((block) => (
    <BlockView key={keyOf(block)} block={block} title={recipe.title} translate={translate} />
  ));
}

function keyOf(block: Block): string {
  if (block.kind === 'text') return block.text;
  return block.kind === 'code' ? block.file : block.head.join('|');
}

function BlockView({ block, title, translate }: { block: Block; title: string; translate: Translate }) {
  if (block.kind === 'text') return <RichText text={translate(block.text)} />;
  if (block.kind === 'code') return <CodeBlock title={block.file} code={block.code} />;
  return (
    <div className={classes.scroll}>
      <HorizontalScroll label={translate(title)}>
        <table className={classes.fields} aria-label={translate(title)}>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th key={cell}>{translate(cell)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row.join('|')}>
                {row.map((cell) => (
                  <td key={cell}>
                    <Inline text={translate(cell)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </div>
  );
}
