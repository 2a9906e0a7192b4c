import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { madeBeforeQuery, preparationQuery } from '../../data/queries/sampleCity.ts'
import { useSession } from '../../data/session.ts'
import { dateText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { SampleCards } from './parts/SampleCards.tsx'
import styles from './SampleCity.module.css'

/** Pages that show the past; of *Now* its list of past incidents. */
const OF_THE_PAST = /^\/(?:reports|changes|rollouts|corridors|devices\/[^/]+\/(?:history|evidence|sheet))/

/**
 * Shows, in the sample city alone, how far it is made, which records are made, and the cards that lead a visitor. When all
 * is made, the page reads everything again.
 *
 * @param props.onCards called when the cards are shown, or it is known that there are none
 */
export function SampleCity({ onCards }: { readonly onCards: () => void }) {
  const t = useTexts('settings', 'demonstration')
  const session = useSession()
  const { data: preparation } = useQuery(preparationQuery())
  const { data: madeBefore } = useQuery(madeBeforeQuery())
  const here = useLocation({ select: ({ pathname }) => pathname })
  const isPastList = useLocation({ select: ({ search }) => search.show === 'past' })
  const client = useQueryClient()
  const isPreparing = !!preparation
  useEffect(() => (isPreparing ? () => void client.invalidateQueries() : undefined), [isPreparing, client])
  const isOfPast = OF_THE_PAST.test(here) || isPastList
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  return (
    <>
      {preparation && preparation.total > 0 && (
        <p className={styles.line} role="status">
          {t(preparation.isPast ? 'preparingPast' : 'preparing', { done: preparation.done, total: preparation.total })}
        </p>
      )}
      {madeBefore !== null && madeBefore !== undefined && isOfPast && (
        <p className={styles.line}>{t('made', { time: dateText(madeBefore) })}</p>
      )}
      {isTenantAdmin && (here === '/' || here === '/now') && (
        <SampleCards userId={session.user.userId} onCards={onCards} />
      )}
    </>
  )
}
