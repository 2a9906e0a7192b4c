import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { holdsMode } from '@greenwave/rollout/meantValues'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { junctionFactsQuery } from '../../data/queries/rollouts.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { NewRolloutAddress } from './model/newRolloutAddress.ts'
import { type Meant, previewAll } from './model/previewAll.ts'
import { PreviewCard } from './parts/PreviewCard.tsx'
import { SendCard } from './parts/SendCard.tsx'

/** Properties of `SendOwnValues`. */
export interface SendOwnValuesProps {
  /** Purpose of the values. */
  readonly title: string
  /** Values for each junction, by the id of its device. What is mounted keeps those with which it began. */
  readonly values: ReadonlyMap<string, AttributeSet>
  readonly nameOf: (deviceId: string) => string
  /** Returns when the plan changes next after a time, epoch milliseconds: it may wait until then. */
  readonly nextChangeMs?: ((nowMs: number) => number | undefined) | undefined
}

const USUAL = z.parse(NewRolloutAddress, {})

/** Previews what junctions are to have, each for itself, and sends it in stages. */
export function SendOwnValues({ title, values, nameOf, nextChangeMs }: SendOwnValuesProps) {
  const t = useTexts('settings', 'rollouts')
  const [own] = useState(values)
  const ids = useMemo(() => [...own.keys()], [own])
  const meant = useMemo((): Meant => {
    // Values have no end, so that a mode among them stays for good.
    const isHeld = [...own.values()].some(holdsMode)
    return { kind: 'settings', values: {}, title, ...(isHeld && { until: null }) }
  }, [title, own])
  const query = useQuery(junctionFactsQuery(ids, false))
  const preview = useMemo(() => query.data && previewAll(meant, ids, query.data, own), [meant, ids, query.data, own])
  if (query.isError)
    return <ErrorState error={query.error} fallback={t('preview.failed')} onRetry={() => void query.refetch()} />
  if (!preview || !query.data) return <SkeletonRows rows={4} height={40} />
  return (
    <>
      <PreviewCard
        kind="settings"
        preview={preview}
        facts={query.data}
        nameOf={nameOf}
        onReadAgain={() => void query.refetch()}
      />
      <SendCard address={USUAL} facts={query.data} from={undefined} {...{ meant, preview, nameOf, nextChangeMs }} />
    </>
  )
}
