import { countStates, isUnsent } from '@greenwave/rollout/nextStep'
import { Button } from '@mantine/core'
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KnownRollout, rolloutsQuery } from '../../data/queries/rollouts.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useNow } from '../../data/useNow.ts'
import { ChangeStateTag } from '../../shared/changeState.tsx'
import { dateText } from '../../shared/dateText.ts'
import { ChangesTabs } from '../../shared/ChangesTabs.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { StatusTag } from '../../ui/states/StatusTag.tsx'
import styles from './parts/Rollouts.module.css'
import { useRolloutWords } from './words/useRolloutWords.ts'

/** The changes of many junctions, the last ones first. */
export function RolloutsPage() {
  const t = useTexts('settings', 'rollouts')
  usePageTitle(t('title'))
  const navigate = useNavigate()
  const query = useInfiniteQuery(rolloutsQuery())
  const rollouts = query.data?.pages.flatMap((page) => page.rollouts) ?? []
  return (
    <ReadingPage
      title={t('title')}
      actions={<Button onClick={() => void navigate({ to: '/rollouts/new' })}>{t('create')}</Button>}
    >
      <ChangesTabs />
      <Card padded={false}>
        {query.isPending ? (
          <SkeletonRows rows={6} height={56} />
        ) : query.isError ? (
          <ErrorState error={query.error} fallback={t('loadFailed')} onRetry={() => void query.refetch()} />
        ) : rollouts.length === 0 ? (
          <EmptyState icon={IconStack} title={t('none')} text={t('noneHint')} />
        ) : (
          <ul className={styles.list} aria-label={t('title')}>
            {rollouts.map((known) => (
              <Row key={known.id} known={known} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <div className={styles.foot}>
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('earlier')}
            </Button>
          </div>
        )}
      </Card>
    </ReadingPage>
  )
}

function Row({ known: { id, rollout } }: { readonly known: KnownRollout }) {
  const t = useTexts('settings', 'rollouts')
  const { what } = useRolloutWords()
  const nowMs = useNow(1000, serverNowMs)
  const { targets, by, at, why } = rollout
  const counts = Object.entries(countStates(rollout)) as [(typeof targets)[number]['state'], number][]
  return (
    <li>
      <Link to="/rollouts/$rolloutId" params={{ rolloutId: id }}>
        {what(rollout)} · {t('junctions', { count: targets.length })}
      </Link>
      <p className={styles.facts}>
        {t('by', { who: by.name, time: dateText(at) })}
        {why && ` · ${why}`}
      </p>
      <ul className={styles.counts}>
        {rollout.run === 'stopped' && (
          <li>
            <StatusTag tone="warn">{t('run.stopped')}</StatusTag>
          </li>
        )}
        {isUnsent(rollout, nowMs) && (
          <li>
            <StatusTag tone="warn">{t('run.unsent')}</StatusTag>
          </li>
        )}
        {counts.map(([state, count]) => (
          <li key={state}>
            <ChangeStateTag state={state} label={(name) => `${count} · ${name}`} />
          </li>
        ))}
      </ul>
    </li>
  )
}
