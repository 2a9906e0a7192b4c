import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { languageOf, packOfTag } from '../../texts/packs.ts'
import { useLanguage, useTexts } from '../../texts/useTexts.ts'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import styles from './Help.module.css'
import type { Document } from './model/helpSections.ts'
import { Glossary } from './parts/Glossary.tsx'
import { HelpSearch } from './parts/HelpSearch.tsx'

/** The documents in English, and those that are translated. Each is loaded when it is opened. */
const ENGLISH = import.meta.glob<Document>('../../../../../docs/*.md', { query: '?page' })
const VIETNAMESE = import.meta.glob<Document>('../../../../../docs/vi/*.md', { query: '?page' })

/** Name of the document with the index. */
const INDEX = 'README'

/** Lists the documents but the index, each in a language where it is translated and otherwise in English. */
function documentsIn(language: string): ReadonlyMap<string, () => Promise<Document>> {
  const named = Object.entries(ENGLISH).map(
    ([path, load]) => [path.slice('../../../../../docs/'.length, -3), load] as const,
  )
  return new Map(
    named
      .filter(([name]) => name !== INDEX)
      .map(([name, load]) => [name, (language === 'vi' && VIETNAMESE[`../../../../../docs/vi/${name}.md`]) || load]),
  )
}

/** A document of the product as a page; without a name the index of all, with the glossary. */
export function HelpPage({ name = INDEX }: { readonly name?: string | undefined }) {
  const t = useTexts('monitoring', 'glossary')
  const language = languageOf(packOfTag(useLanguage()))
  const [inEnglish, setInEnglish] = useState<string>()
  const translated =
    language === 'vi' && inEnglish !== name ? VIETNAMESE[`../../../../../docs/vi/${name}.md`] : undefined
  const load = translated ?? ENGLISH[`../../../../../docs/${name}.md`]
  const { data, error, refetch } = useQuery({
    queryKey: ['help', name, translated ? language : 'en'],
    queryFn: () => load?.() ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  usePageTitle(data?.title ?? t('pages'))
  if (error) return <ErrorState error={error} fallback={t('pageFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} height={28} />
  if (data === null) return <EmptyState title={t('pageMissing')} />
  return (
    <ReadingPage
      title={data.title}
      actions={
        translated && (
          <Button variant="default" onClick={() => setInEnglish(name)}>
            {t('showEnglish')}
          </Button>
        )
      }
    >
      <HelpSearch documents={documentsIn(language)} language={language} />
      {language !== 'en' && !translated && inEnglish !== name && <p className={styles.remark}>{t('inEnglish')}</p>}
      <Text key={name} html={data.html} lang={translated ? language : 'en'} />
      {name === INDEX && <Glossary heading="h2" />}
    </ReadingPage>
  )
}

/** The text of a document. Its links to other documents open in the console. */
function Text({ html, lang }: { readonly html: string; readonly lang: string }) {
  const navigate = useNavigate()
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    const article = text.current
    // The browser looked for the anchor before the text was there.
    const { hash, href } = window.location
    const places = [...(article?.querySelectorAll('[id]') ?? [])]
    places.find(({ id }) => new URL(`#${id}`, href).hash === hash)?.scrollIntoView()
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const address = /^\/help(?:\/([\w-]+))?(?:#(.+))?$/.exec(link?.getAttribute('href') ?? '')
      if (!address || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const [, page, anchor] = address
      const hash = anchor === undefined ? {} : { hash: anchor }
      void navigate(page === undefined ? { to: '/help', ...hash } : { to: '/help/$page', params: { page }, ...hash })
    }
    article?.addEventListener('click', follow)
    return () => article?.removeEventListener('click', follow)
  }, [navigate])
  return (
    <article
      ref={text}
      className={styles.text}
      lang={lang}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of the product's own documents when it is built
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
