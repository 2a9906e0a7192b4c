import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { SearchBox } from '../../../ui/lists/SearchBox.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { type Document, findSections, sectionsOf } from '../model/helpSections.ts'
import styles from './HelpSearch.module.css'

interface HelpSearchProps {
  /** Loads each document in the language of the user, by name. */
  readonly documents: ReadonlyMap<string, () => Promise<Document>>
  readonly language: string
}

/** Searches all documents. They are loaded with the first letter. */
export function HelpSearch({ documents, language }: HelpSearchProps) {
  const t = useTexts('monitoring', 'glossary')
  const [text, setText] = useState('')
  const isAsked = text.trim() !== ''
  const { data, error, refetch } = useQuery({
    queryKey: ['help', 'sections', language],
    queryFn: async () => {
      const loaded = [...documents].map(async ([page, load]) => sectionsOf(page, await load()))
      return (await Promise.all(loaded)).flat()
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isAsked,
  })
  const found = isAsked ? data && findSections(data, text) : undefined
  return (
    <search className={styles.search}>
      <SearchBox value={text} onChange={setText} placeholder={t('search')} />
      {isAsked && error && <ErrorState error={error} fallback={t('pageFailed')} onRetry={() => void refetch()} />}
      {found?.length === 0 && <p role="status">{t('nothingFound', { text: text.trim() })}</p>}
      {found && found.length > 0 && (
        <ul aria-label={t('search')} className={styles.found}>
          {found.map(({ page, anchor, title, excerpt }) => (
            <li key={`${page}#${anchor}`}>
              <Link to="/help/$page" params={{ page }} {...(anchor && { hash: anchor })} onClick={() => setText('')}>
                {title}
              </Link>
              <p>{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
