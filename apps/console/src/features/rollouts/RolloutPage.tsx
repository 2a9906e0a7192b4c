import type { Rollout } from '@greenwave/contract/records/rollouts'
import { MODE_KEY } from '@greenwave/controller/keys'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { chooseJunctions } from '../../data/chosenJunctions.ts'
import { namedJunctionsQuery } from '../../data/fleet/junctionQueries.ts'
import { rolloutQuery } from '../../data/queries/rollouts.ts'
import { useOwnRollout } from '../../data/rollouts/useOwnRollout.ts'
import { dateText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { partsWith } from './model/previewAll.ts'
import styles from './parts/Rollouts.module.css'
import { RunCard } from './parts/RunCard.tsx'
import { TargetsCard } from './parts/TargetsCard.tsx'
import { SendOwnValues } from './SendOwnValues.tsx'
import { useRolloutWords } from './words/useRolloutWords.ts'

/** Shows a rollout: its progress, the outcome at each junction, and the buttons that stop and continue it. */
export function RolloutPage({ rolloutId }: { readonly rolloutId: string }) {
  const t = useTexts('settings', 'rollouts')
  const { what } = useRolloutWords()
  const query = useQuery(rolloutQuery(rolloutId))
  const own = useOwnRollout(rolloutId)
  // What this tab sends it knows before it could read it.
  const rollout = own?.end === null && own.rollout ? own.rollout : query.data
  const ids = useMemo(() => rollout?.targets.map(({ id }) => id).sort() ?? [], [rollout])
  const names = useQuery(namedJunctionsQuery(ids)).data
  usePageTitle(rollout ? what(rollout) : t('title'))
  const nameOf = (id: string) => names?.get(id)?.label ?? id
  if (query.isError && !rollout)
    return <ErrorState error={query.error} fallback={t('loadFailed')} onRetry={() => void query.refetch()} />
  if (!rollout) return <SkeletonRows rows={6} height={40} />
  return (
    <ReadingPage title={what(rollout)} actions={<Link to="/rollouts">{t('back')}</Link>}>
      <p className={styles.facts}>
        {t('by', { who: rollout.by.name, time: dateText(rollout.at) })}
        {rollout.why && ` · ${rollout.why}`}
      </p>
      <RunCard id={rolloutId} rollout={rollout} own={own} />
      <TryAgain rollout={rollout} nameOf={nameOf} />
      <TargetsCard rollout={rollout} nameOf={nameOf} />
    </ReadingPage>
  )
}

interface TryAgainProps {
  readonly rollout: Rollout
  readonly nameOf: (deviceId: string) => string
}

/** Leads to a new change of those that failed, with a preview of its own: here where each has values of its own. */
function TryAgain({ rollout, nameOf }: TryAgainProps) {
  const t = useTexts('settings', 'rollouts')
  const navigate = useNavigate()
  const { what } = useRolloutWords()
  const [hasBegun, setHasBegun] = useState(false)
  const failed = rollout.targets.filter(({ state, why }) => state === 'failed' && why !== 'gone')
  if (failed.length === 0 || rollout.run === 'running') return null
  const haveOwn = failed.some(({ values }) => values !== undefined)
  if (haveOwn && hasBegun) {
    const values = new Map(failed.map(({ id, values: own }) => [id, { ...rollout.values, ...own }]))
    return <SendOwnValues title={what(rollout)} values={values} nameOf={nameOf} />
  }
  const again = () => {
    const { kind, values, from, targets } = rollout
    const end = targets.some(({ until }) => until !== undefined) ? ('plan' as const) : undefined
    const parts = partsWith(Object.keys(values)).join()
    const mode = Number(values[MODE_KEY])
    chooseJunctions(failed.map(({ id }) => id))
    const search = {
      task: kind,
      ...(kind === 'settings' ? { from: from?.id, parts } : kind === 'mode' ? { mode, end } : {}),
    }
    void navigate({ to: '/rollouts/new', search })
  }
  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={haveOwn ? () => setHasBegun(true) : again}>
        {t('again', { count: failed.length })}
      </Button>
    </div>
  )
}
