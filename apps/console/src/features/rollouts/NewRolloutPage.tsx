import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useChosenJunctions } from '../../data/chosenJunctions.ts'
import { namedJunctionsQuery } from '../../data/fleet/junctionQueries.ts'
import { junctionFactsQuery } from '../../data/queries/rollouts.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import type { NewRolloutAddress } from './model/newRolloutAddress.ts'
import { meantBy, partsOf, previewAll } from './model/previewAll.ts'
import { ownValues, parseEdits, parseTyped } from './model/valueEdits.ts'
import { ChangeCard } from './parts/ChangeCard.tsx'
import { JunctionsCard } from './parts/JunctionsCard.tsx'
import { PreviewCard } from './parts/PreviewCard.tsx'
import styles from './parts/Rollouts.module.css'
import { useEditsText } from './parts/ValueEdits.tsx'
import { SendCard } from './parts/SendCard.tsx'

/** Properties of `NewRolloutPage`. */
export interface NewRolloutPageProps {
  readonly address: NewRolloutAddress
  /** Applies a change to the address. */
  readonly onAddress: (change: Partial<NewRolloutAddress>) => void
}

/** Prepares a rollout: which junctions, which change, the differences, and the button that sends it. */
export function NewRolloutPage({ address, onAddress }: NewRolloutPageProps) {
  const t = useTexts('settings', 'rollouts')
  usePageTitle(t('newTitle'))
  const { task, from } = address
  const chosen = useChosenJunctions()
  const copied = task === 'settings' ? from : undefined
  const ids = useMemo(() => chosen.filter((id) => id !== copied), [chosen, copied])
  const sources = useMemo(() => (copied === undefined ? [] : [copied]), [copied])
  const named = useMemo(() => [...ids, ...sources], [ids, sources])
  const names = useQuery(namedJunctionsQuery(named)).data
  const nameOf = (id: string) => names?.get(id)?.label ?? '…'
  const source = useQuery(junctionFactsQuery(sources, false)).data?.get(copied ?? '')
  const query = useQuery(junctionFactsQuery(ids, task === 'clock'))
  // The preview shows a mode with its end; what is sent has an end that is counted from then.
  const [openedMs] = useState(serverNowMs)
  const meant = useMemo(() => meantBy(address, source, openedMs), [address, source, openedMs])
  const edits = useMemo(() => (task === 'values' ? parseEdits(address.edits ?? '') : []), [task, address.edits])
  const editsWords = useEditsText()
  const preview = useMemo(() => {
    const own = edits.length === 0 ? undefined : ownValues(edits, query.data ?? new Map())
    return query.data && previewAll(meant, ids, query.data, own)
  }, [meant, ids, query.data, edits])
  const isEmpty =
    task === 'values'
      ? edits.length === 0 || edits.some((edit) => parseTyped(edit) === null)
      : meant.kind === 'settings' && Object.keys(meant.values).length === 0
  const complaint =
    isEmpty && source && copied && partsOf(address).length > 0 ? t('change.empty', { junction: nameOf(copied) }) : ''
  return (
    <ReadingPage title={t('newTitle')} actions={<Link to="/rollouts">{t('back')}</Link>}>
      <JunctionsCard ids={ids} nameOf={nameOf} ofClocks={task === 'clock'} />
      <ChangeCard address={address} onAddress={onAddress} complaint={complaint} />
      {ids.length === 0 || isEmpty ? (
        <p className={styles.facts}>{t('preview.nothingYet')}</p>
      ) : query.isError ? (
        <ErrorState error={query.error} fallback={t('preview.failed')} onRetry={() => void query.refetch()} />
      ) : !preview || !query.data || query.isPlaceholderData ? (
        <SkeletonRows rows={4} height={40} />
      ) : (
        <>
          <PreviewCard
            kind={meant.kind}
            preview={preview}
            facts={query.data}
            nameOf={nameOf}
            onReadAgain={() => void query.refetch()}
          />
          <SendCard
            // Ticks and typed words are about what was previewed then.
            key={JSON.stringify([meant.kind, meant.values, edits, ids])}
            address={address}
            meant={task === 'values' ? { ...meant, title: editsWords(edits) } : meant}
            preview={preview}
            facts={query.data}
            from={copied === undefined ? undefined : { id: copied, name: nameOf(copied) }}
            nameOf={nameOf}
          />
        </>
      )}
    </ReadingPage>
  )
}
