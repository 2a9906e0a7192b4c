import type { AlarmCommentInfo } from '@greenwave/contract/wire/alarmComments'
import { imageOfLink } from '@greenwave/contract/wire/imageLinks'
import type { Page } from '@greenwave/contract/wire/page'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import { lazyPart } from '../ui/states/lazyPart.tsx'
import { ErrorState } from '../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../ui/states/Skeletons.tsx'
import styles from './AlarmComments.module.css'
import { dateText } from './dateText.ts'
import { isWritten, useNoteText } from './useNoteText.ts'

const Photos = lazyPart(async () => (await import('./Photos.tsx')).Photos, 'monitoring')

interface AlarmCommentsProps {
  readonly comments: UseQueryResult<Page<AlarmCommentInfo>>
}

/** The comments on an alarm: what people wrote, and what the platform noted. */
export function AlarmComments({ comments: { data, error, isPending, isFetching, refetch } }: AlarmCommentsProps) {
  const t = useTexts('monitoring', 'past')
  const textOf = useNoteText()
  if (isPending) return <SkeletonRows rows={2} height={24} />
  if (error) {
    return (
      <ErrorState
        compact
        error={error}
        fallback={t('commentsFailed')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.data.length === 0) return <p className={styles.quiet}>{t('noComments')}</p>
  return (
    <>
      <ul className={styles.comments}>
        {data.data.map((comment) => (
          <li key={comment.id.id}>
            <span className={styles.quiet}>
              {[dateText(comment.createdTime), authorOf(comment)].filter(Boolean).join(' · ')}
            </span>
            <p>{textOf(comment)}</p>
            {photosOf(comment).length > 0 && (
              <Suspense fallback={null}>
                <Photos photos={photosOf(comment)} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
      {data.hasNext && <p className={styles.quiet}>{t('onlyFirst', { count: data.data.length })}</p>}
    </>
  )
}

/** Returns the photos of a comment. Pictures elsewhere are left out: they would tell their server who reads. */
function photosOf({ comment }: AlarmCommentInfo): readonly string[] {
  const photos = comment?.photos
  return Array.isArray(photos) ? photos.filter((photo) => typeof photo === 'string' && imageOfLink(photo)) : []
}

/** Returns the author of a comment; empty for a note of the platform, whose text names the actor. */
function authorOf(comment: AlarmCommentInfo): string {
  const { firstName, lastName, email } = comment
  return isWritten(comment) ? [firstName, lastName].filter(Boolean).join(' ') || (email ?? '') : ''
}
